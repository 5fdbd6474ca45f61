/**
 * Claiming: the one place where an attempt is born. In one transaction the lease's epoch and the campaign are
 * share-locked (stop locks it exclusively), recipients leave the queue and their attempts are inserted; the partial
 * unique index `attempts_one_open` is the last defence. Windows, daily caps and do-not-call belong in here too.
 */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { lockWorkspaceShared, type Tx } from '../../calls/index.ts';
import { addCounts } from '../count-store.ts';
import { noCounts } from '../recipient-state.ts';
import type { Lease } from './lease-store.ts';

/** A request may be written until 10 s after its claim by the server's clocks; the database counts to 15. */
const sendWithinSeconds = 15;

export interface ClaimOrder {
  readonly lease: Lease;
  readonly campaignId: string;
  readonly serverId: string;
  readonly writerSlot: number;
  readonly limit: number;
}

export interface ClaimedCampaign {
  readonly id: string;
  readonly phoneNumber: string;
  readonly agentId: string | null;
  readonly agentAnalysis: readonly unknown[];
  readonly successDefinition: string;
}

export interface ClaimedRecipient {
  readonly attemptId: string;
  readonly phoneNumber: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** `lost`: the lease is another's, or ran out. `closed`: the campaign dials no more (or not yet). */
export type Claim =
  | { readonly kind: 'claimed'; readonly campaign: ClaimedCampaign; readonly recipients: readonly ClaimedRecipient[] }
  | { readonly kind: 'lost' }
  | { readonly kind: 'closed' };

/** Claims up to `limit` recipients in their order; fewer when no more are due. */
export function claimRecipients(db: Kysely<Schema>, order: ClaimOrder): Promise<Claim> {
  const { workspaceId } = order.lease;
  return db.transaction().setIsolationLevel('read committed').execute(async (tx) => {
    await lockWorkspaceShared(tx, workspaceId);
    if (!(await holdLease(tx, order.lease))) return { kind: 'lost' };
    const campaign = await holdDialingCampaign(tx, workspaceId, order.campaignId);
    if (!campaign) return { kind: 'closed' };
    const due = await takeDueRecipients(tx, workspaceId, order);
    const claimed = due.map((row) => ({ ...row, attemptId: randomUUID() }));
    if (claimed.length > 0) {
      await insertAttempts(tx, workspaceId, order, claimed);
      const counts = { ...noCounts(), pending: -claimed.length, dialing: claimed.length };
      await addCounts(tx, workspaceId, order.writerSlot, new Map([[order.campaignId, counts]]));
    }
    return {
      kind: 'claimed',
      campaign,
      recipients: claimed.map((row) => ({
        attemptId: row.attemptId,
        phoneNumber: row.phone_number,
        variables: row.variables as Record<string, string>,
      })),
    };
  });
}

async function holdLease(tx: Tx, { workspaceId, holder, epoch }: Lease): Promise<boolean> {
  const row = await tx
    .selectFrom('dispatch_leases')
    .select('epoch')
    .where('workspace_id', '=', workspaceId)
    .where('holder', '=', holder)
    .where('epoch', '=', epoch)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

async function holdDialingCampaign(tx: Tx, workspaceId: string, campaignId: string): Promise<ClaimedCampaign | null> {
  const row = await tx
    .selectFrom('campaigns')
    .select(['id', 'phone_number', 'agent_id', 'agent_analysis', 'success_definition'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .where('status', '=', 'in_progress')
    .forShare()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    phoneNumber: row.phone_number,
    agentId: row.agent_id,
    agentAnalysis: row.agent_analysis,
    successDefinition: row.success_definition,
  };
}

async function takeDueRecipients(tx: Tx, workspaceId: string, { campaignId, limit }: ClaimOrder) {
  const { rows } = await sql<{ id: string; phone_number: string; variables: unknown }>`
    with due as (
      select id from recipients
      where workspace_id = ${workspaceId} and campaign_id = ${campaignId} and state = 'pending'
        and (next_attempt_at is null or next_attempt_at <= clock_timestamp())
      order by position limit ${limit}
      for update skip locked
    )
    update recipients set state = 'dialing', updated_at = clock_timestamp()
    from due
    where recipients.workspace_id = ${workspaceId} and recipients.campaign_id = ${campaignId} and recipients.id = due.id
    returning recipients.id, recipients.phone_number, recipients.variables`.execute(tx);
  return rows;
}

async function insertAttempts(
  tx: Tx,
  workspaceId: string,
  { campaignId, serverId }: ClaimOrder,
  claimed: readonly { readonly id: string; readonly attemptId: string }[],
): Promise<void> {
  await sql`
    insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id)
    select ${workspaceId}, given.id, ${campaignId}, given.recipient_id, 'claimed', clock_timestamp(),
      clock_timestamp() + ${sendWithinSeconds} * interval '1 second', ${serverId}
    from unnest(${claimed.map((row) => row.attemptId)}::uuid[], ${claimed.map((row) => row.id)}::uuid[])
      as given (id, recipient_id)`.execute(tx);
}
