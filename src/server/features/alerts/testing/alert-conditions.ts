/** Creates the conditions for alerts in the database, and reads a workspace's alerts as its members see them. */
import { randomUUID } from 'node:crypto';
import type { Alert, AlertKind } from '../../../../contract/alerts.ts';
import type { DatabaseHandle } from '../../../platform/db/database.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { quietZone } from '../../../testing/quiet-zone.ts';
import { waitFor } from '../../../testing/wait-for.ts';

export interface AlertList {
  readonly unread: number;
  readonly total: number;
  readonly alerts: readonly Alert[];
}

export async function readAlerts(member: HttpClient, query = ''): Promise<AlertList> {
  return member.get<AlertList>(`/api/alerts${query}`);
}

/** Waits until the newest alert of the kind is as requested. */
export function whenAlert(
  member: HttpClient,
  kind: AlertKind,
  is: 'open' | 'cleared' | ((alert: Alert) => boolean),
): Promise<Alert> {
  const fits = typeof is === 'function' ? is : (alert: Alert) => (alert.clearedAt === null) === (is === 'open');
  return waitFor(`alert ${kind}`, async () => {
    const newest = (await readAlerts(member, '?pageSize=100')).alerts.find((alert) => alert.kind === kind);
    return newest && fits(newest) && newest;
  });
}

/** Inserts a campaign as paused by the dispatcher. @returns its id. */
export async function pauseCampaign({ pool }: DatabaseHandle, workspaceId: string, name = 'Cobranza'): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into campaigns (workspace_id, id, name, status, pause_reason, phone_number, success_definition, send_option, total_recipients, created_at, updated_at)
     values ($1, $2, $3, 'paused', 'no_valid_payment', '+541150000000', 'x', 'now', 0, now(), now())`,
    [workspaceId, id, name],
  );
  return id;
}

export async function endCampaigns({ pool }: DatabaseHandle, workspaceId: string): Promise<void> {
  await pool.query(`update campaigns set status = 'completed', pause_reason = null where workspace_id = $1`, [
    workspaceId,
  ]);
}

export async function insertCall(
  { pool }: DatabaseHandle,
  workspaceId: string,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const id = `call_${randomUUID()}`;
  const row = { id, first_seen_at: 'now', occurred_at: 'now', first_seen_month: '2026-01-01', ...fields };
  const columns = Object.keys(row);
  await pool.query(
    `insert into calls (workspace_id, ${columns.join(', ')}) values ($1, ${columns.map((_, index) => `$${index + 2}`).join(', ')})`,
    [workspaceId, ...Object.values(row)],
  );
  return id;
}

export async function insertAttempt(
  { pool }: DatabaseHandle,
  workspaceId: string,
  attempt: {
    readonly campaignId: string;
    readonly state: string;
    readonly callId?: string;
    readonly isSurplus?: boolean;
  },
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, call_id, is_surplus)
     values ($1, $2, $3, gen_random_uuid(), $4, now(), now(), gen_random_uuid(), $5, $6)`,
    [workspaceId, id, attempt.campaignId, attempt.state, attempt.callId ?? null, attempt.isSurplus ?? false],
  );
  return id;
}

/** Sets the calls of this half hour and of the workspace's today (Buenos Aires). */
export async function setRollups(
  { pool }: DatabaseHandle,
  workspaceId: string,
  figures: { readonly calls: number; readonly finished: number; readonly succeeded: number },
): Promise<void> {
  await pool.query(`delete from rollup_total_half_hours where workspace_id = $1`, [workspaceId]);
  await pool.query(`delete from rollup_total_days where workspace_id = $1`, [workspaceId]);
  await pool.query(
    `insert into rollup_total_half_hours (workspace_id, bucket_at, direction, slot, calls)
     values ($1, date_bin('30 minutes', now(), timestamptz '2000-01-01 00:00Z'), 'outbound', 0, $2)`,
    [workspaceId, figures.calls],
  );
  await pool.query(
    `insert into rollup_total_days (workspace_id, day, direction, slot, calls, finished, succeeded)
     values ($1, (now() at time zone '${quietZone}')::date, 'outbound', 0, $2, $3, $4)`,
    [workspaceId, figures.calls, figures.finished, figures.succeeded],
  );
}

/** Sets when the last webhook came, and when reconciliation last found a missed call. */
export async function setReceipt(
  { pool }: DatabaseHandle,
  workspaceId: string,
  receipt: { readonly lastEventAt: string; readonly lastMissedAt: string },
): Promise<void> {
  await pool.query(
    `insert into webhook_receipts (workspace_id, slot, last_event_at, missed_calls, last_missed_at) values ($1, 0, $2, 3, $3)
     on conflict (workspace_id, slot) do update set last_event_at = excluded.last_event_at, last_missed_at = excluded.last_missed_at`,
    [workspaceId, receipt.lastEventAt, receipt.lastMissedAt],
  );
}

export async function setRegistryDate({ pool }: DatabaseHandle, workspaceId: string, daysAgo: number): Promise<void> {
  await pool.query(
    `insert into do_not_call_lists (workspace_id, kind, name, file_date, uploaded_at)
     values ($1, 'registry', 'Registro', (now() at time zone '${quietZone}')::date - $2::integer, now())`,
    [workspaceId, daysAgo],
  );
}

/** Inserts a receiver of events as paused by the sender. @returns its id. */
export async function insertFailingReceiver(
  { pool }: DatabaseHandle,
  workspaceId: string,
  url: string,
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into event_webhooks (workspace_id, id, url, secret_encrypted, events, state) values ($1, $2, $3, '', '{}', 'failing')`,
    [workspaceId, id, url],
  );
  return id;
}

/** Lets the workspace's admins sign in or not. */
export async function setAdminsActive({ pool }: DatabaseHandle, workspaceId: string, isActive: boolean): Promise<void> {
  await pool.query(
    `update users set is_active = $2 from workspace_members m where m.user_id = users.id and m.workspace_id = $1 and m.role = 'admin'`,
    [workspaceId, isActive],
  );
}
