/** Rows of `workspace_settings`. One stands for every workspace from its creation on. */
import type { Kysely, Transaction } from 'kysely';
import { defaultDialing, dialing, settings, timeZones, type Settings } from '../../../contract/settings.ts';
import type { Schema } from '../../platform/db/schema.ts';

type Zone = Settings['timeZone'];
const [defaultZone] = timeZones;

/** The row of a new workspace. */
export async function insertDefaultSettings(tx: Transaction<Schema>, workspaceId: string, zone: Zone = defaultZone): Promise<void> {
  await tx
    .insertInto('workspace_settings')
    .values({ workspace_id: workspaceId, time_zone: zone, dialing: JSON.stringify(defaultDialing) })
    .execute();
}

/** Null for a workspace that does not exist. Within a transaction that saves, `forUpdate` holds off other saves. */
export async function findSettings(
  db: Kysely<Schema>,
  workspaceId: string,
  options: { readonly forUpdate?: boolean } = {},
): Promise<Settings | null> {
  const query = db
    .selectFrom('workspace_settings')
    .select(['version', 'time_zone', 'dialing'])
    .where('workspace_id', '=', workspaceId);
  const row = await (options.forUpdate ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return null;
  return {
    version: row.version,
    timeZone: settings.shape.timeZone.parse(row.time_zone),
    // A row saved before a field existed gets that field's default.
    dialing: dialing.parse({ ...defaultDialing, ...(row.dialing as object) }),
  };
}

/** The zone alone; within the batch's transaction, so that days are cut as this transaction sees them. */
export async function findTimeZone(db: Kysely<Schema>, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workspace_settings')
    .select('time_zone')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.time_zone ?? null;
}

export async function updateSettings(
  tx: Transaction<Schema>,
  workspaceId: string,
  next: Settings,
  by: { readonly userId: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('workspace_settings')
    .set({
      version: next.version,
      time_zone: next.timeZone,
      dialing: JSON.stringify(next.dialing),
      updated_at: by.at,
      updated_by: by.userId,
    })
    .where('workspace_id', '=', workspaceId)
    .execute();
}
