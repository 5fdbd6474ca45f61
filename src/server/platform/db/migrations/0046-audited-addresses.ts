/** The audit log keeps where an outgoing webhook leads, not its address: with many receivers that is the secret. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const side of ['before', 'after']) {
    const path = `{${side},outgoingWebhook,url}`;
    await sql`update audit_log
      set details = jsonb_set(details, ${path}::text[],
        to_jsonb(regexp_replace(details #>> ${path}::text[], '^(\\w+://)([^/?#@]*@)?([^/?#]*).*$', '\\1\\3/…')))
      where action = 'settings.saved' and details #>> ${path}::text[] is not null`.execute(db);
  }
}
