import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

/**
 * Returns the date ('YYYY-MM-DD') of the newest imported file of the Registro Nacional No Llame; null if none was
 * imported.
 */
export async function findDoNotCallRegistryDate(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('do_not_call_lists')
    .select((eb) => eb.fn.max('file_date').as('fileDate'))
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'registry')
    .executeTakeFirst();
  return row?.fileDate ?? null;
}
