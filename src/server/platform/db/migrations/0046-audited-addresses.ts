/** Migration: cuts webhook URLs in the audit log to the host, because the path of such a URL is often a secret. */
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
