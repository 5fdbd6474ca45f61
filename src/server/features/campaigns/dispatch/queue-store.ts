/** A campaign's pending recipients: whose turn it is, and where a claim sends them. */
import { sql } from 'kysely';
import type { Tx } from '../../calls/index.ts';
import { countedAttemptStates } from '../attempt-state.ts';

export interface DueRecipient {
  readonly id: string;
  readonly phoneNumber: string;
  readonly variables: Readonly<Record<string, string>>;
}

const skippedReason = 'No llamar';
/** Also marks those that another limit of the settings may bring back. */
export const putOffReason = 'Máximo de intentos de hoy';

/** In their order, locked; those that another transaction holds are passed over. */
export async function lockDueRecipients(tx: Tx, workspaceId: string, campaignId: string, limit: number): Promise<DueRecipient[]> {
  const rows = await tx
    .selectFrom('recipients')
    .select(['id', 'phone_number', 'variables'])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'pending')
    .where((eb) => eb.or([eb('next_attempt_at', 'is', null), eb('next_attempt_at', '<=', sql<Date>`clock_timestamp()`)]))
    .orderBy('position')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => ({ id: row.id, phoneNumber: row.phone_number, variables: row.variables }));
}

/** How often each number was, or may have been, dialled since then, whichever campaign it was for. */
export async function countAttempts(
  tx: Tx,
  workspaceId: string,
  numberKeys: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  if (numberKeys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('attempts')
    .select(['number_key', (eb) => eb.fn.countAll<number>().as('n')])
    .where('workspace_id', '=', workspaceId)
    .where('number_key', '=', sql<string>`any(${numberKeys}::text[])`)
    .where('created_at', '>=', since)
    .where('state', 'in', countedAttemptStates)
    .groupBy('number_key')
    .execute();
  return new Map(rows.map((row) => [row.number_key ?? '', row.n]));
}

export async function skipRecipients(tx: Tx, workspaceId: string, campaignId: string, ids: readonly string[]): Promise<void> {
  await updatePending(tx, workspaceId, campaignId, ids, sql`state = 'skipped', last_reason = ${skippedReason}`);
}

export async function putOffRecipients(tx: Tx, workspaceId: string, campaignId: string, ids: readonly string[], until: Date): Promise<void> {
  await updatePending(tx, workspaceId, campaignId, ids, sql`next_attempt_at = ${until}, last_reason = ${putOffReason}`);
}

export async function dialRecipients(tx: Tx, workspaceId: string, campaignId: string, ids: readonly string[]): Promise<void> {
  await updatePending(tx, workspaceId, campaignId, ids, sql`state = 'dialing', last_reason = nullif(last_reason, ${putOffReason})`);
}

async function updatePending(
  tx: Tx,
  workspaceId: string,
  campaignId: string,
  ids: readonly string[],
  change: ReturnType<typeof sql>,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update recipients set ${change}, updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and id = any(${ids}::uuid[])`.execute(tx);
}

/** Makes due again whom today's limit had put off, for it may be another now. Locked in the order of ids. */
export async function recallPutOff(tx: Tx, workspaceId: string, campaignIds: readonly string[]): Promise<void> {
  await sql`
    with put_off as (
      select campaign_id, id from recipients
      where workspace_id = ${workspaceId} and campaign_id = any(${campaignIds}::uuid[]) and state = 'pending'
        and last_reason = ${putOffReason}
      order by id for update
    )
    update recipients set next_attempt_at = null, last_reason = null, updated_at = clock_timestamp()
    from put_off
    where recipients.workspace_id = ${workspaceId} and recipients.campaign_id = put_off.campaign_id
      and recipients.id = put_off.id`.execute(tx);
}

/** Until when everybody of a campaign who is left was put off; null: somebody is due, being dialled or waits for else. */
export async function findPutOffUntil(tx: Tx, workspaceId: string, campaignId: string): Promise<Date | null> {
  const counts = await tx
    .selectFrom('campaign_counts')
    .select([
      sql<number>`coalesce(sum(pending), 0)::bigint`.as('pending'),
      sql<number>`coalesce(sum(dialing), 0)::bigint`.as('dialing'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  if (counts.pending === 0 || counts.dialing > 0) return null;
  const { rows } = await sql<{ until: Date | null }>`
    select case when bool_and(coalesce(last_reason = ${putOffReason} and next_attempt_at > clock_timestamp(), false))
      then min(next_attempt_at) end as until
    from recipients where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and state = 'pending'`.execute(tx);
  return rows[0]?.until ?? null;
}
