/**
 * Database queries for the notification list: a workspace's alerts with their deliveries, and the number of alerts that
 * the user has not read.
 */
import { sql, type Kysely } from 'kysely';
import type { Alert, AlertKind } from '../../../contract/alerts.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

/**
 * Lists alerts, newest first. With `open`, only alerts that are still open are listed. `isRead` is true if the alert
 * was raised before the user last read alerts.
 */
export async function listAlerts(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  userId: string,
  { page, pageSize, open }: { readonly page: number; readonly pageSize: number; readonly open?: 'true' | undefined },
): Promise<Alert[]> {
  const rows = await db
    .selectFrom('alerts as a')
    .leftJoin('alert_reads as r', (join) =>
      join.onRef('r.workspace_id', '=', 'a.workspace_id').on('r.user_id', '=', userId),
    )
    .select(['a.id', 'a.kind', 'a.subject', 'a.details', 'a.raised_at', 'a.cleared_at'])
    .select(sql<boolean>`coalesce(a.raised_at <= r.read_until, false)`.as('is_read'))
    .select(
      sql<Alert['deliveries']>`coalesce((
        select json_agg(json_build_object('channel', d.channel, 'phase', d.phase, 'state', d.state, 'lastError', d.last_error)
          order by d.phase desc, d.channel)
        from alert_deliveries d where d.workspace_id = a.workspace_id and d.alert_id = a.id), '[]')`.as('deliveries'),
    )
    .where('a.workspace_id', '=', workspaceId)
    .$if(open !== undefined, (alerts) => alerts.where('a.cleared_at', 'is', null))
    .orderBy('a.raised_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as AlertKind,
    subject: row.subject,
    details: row.details as Alert['details'],
    raisedAt: row.raised_at.toISOString(),
    clearedAt: row.cleared_at?.toISOString() ?? null,
    isRead: row.is_read,
    deliveries: row.deliveries,
  }));
}

/** Counts a workspace's alerts, and how many of them were raised after the user last read alerts. */
export async function countAlerts(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  userId: string,
): Promise<{ readonly total: number; readonly unread: number }> {
  const { rows } = await sql<{ total: number; unread: number }>`
    select count(*) as total,
      count(*) filter (where raised_at > coalesce(
        (select read_until from alert_reads where workspace_id = ${workspaceId} and user_id = ${userId}),
        '-infinity')) as unread
    from alerts where workspace_id = ${workspaceId}`.execute(db);
  return rows[0] ?? { total: 0, unread: 0 };
}
