/** Rows of `alerts`. A partial unique index allows one open row per workspace, kind and subject. */
import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { AlertKind } from '../../../contract/alerts.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { AlertDetails, AlertFinding, OpenAlert } from './alert-rules.ts';

export async function listOpenAlerts(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<OpenAlert[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['id', 'kind', 'subject', 'details', 'raised_at'])
    .where('workspace_id', '=', workspaceId)
    .where('cleared_at', 'is', null)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as AlertKind,
    subject: row.subject,
    details: row.details as AlertDetails,
    raisedAt: row.raised_at,
  }));
}

/** Returns when the workspace's most recent alert of a kind ended; null if none has ended. */
export async function findLastAlertEnd(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  kind: AlertKind,
): Promise<Date | null> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.max('cleared_at').as('at'))
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Inserts an open alert. @returns its id; null if one with this kind and subject is already open. */
export async function insertOpenAlert(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  { kind, subject, details }: AlertFinding,
  at: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into alerts (workspace_id, kind, subject, details, raised_at)
    values (${workspaceId}, ${kind}, ${subject}, ${JSON.stringify(details)}::jsonb, ${at})
    on conflict (workspace_id, kind, subject) where cleared_at is null do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Computes the id of a one-off alert from its kind and subject, so that the same alert can't be stored twice. */
export function computeOneOffAlertId(kind: AlertKind, subject: string): string {
  const hex = createHash('sha256').update(`${kind}/${subject}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Stores a one-off alert, whose start and end are the same moment. @returns the alert's id; null if it was stored
 * before.
 */
export async function insertOneOffAlert(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  { kind, subject, details }: AlertFinding,
  at: Date,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into alerts (workspace_id, id, kind, subject, details, raised_at, cleared_at)
    values (${workspaceId}, ${computeOneOffAlertId(kind, subject)}, ${kind}, ${subject}, ${JSON.stringify(details)}::jsonb, ${at}, ${at})
    on conflict (workspace_id, id) do nothing
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Returns the given alert ids that are already stored. */
export async function findStoredAlertIds(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from alerts where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Updates the details of an open alert. @returns false if it is closed or has the same details. */
export async function updateAlertDetails(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  alertId: string,
  details: AlertDetails,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update alerts set details = ${JSON.stringify(details)}::jsonb
    where workspace_id = ${workspaceId} and id = ${alertId} and cleared_at is null and details <> ${JSON.stringify(details)}::jsonb
    returning id`.execute(db);
  return rows.length > 0;
}

/** Closes an open alert. @returns false if the alert was already closed. */
export async function closeAlert(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  alertId: string,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('alerts')
    .set({ cleared_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', alertId)
    .where('cleared_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
