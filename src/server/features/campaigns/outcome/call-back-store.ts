/** Finds and locks the recipient who was called by a given call, and the campaign, to set a callback time. */
import type { Kysely } from 'kysely';
import type { CampaignStatus } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { runWritesAsOneStatement } from '../../../platform/db/write-together.ts';
import type { Tx } from '../../calls/index.ts';
import {
  lockCallAttempts,
  lockRecipientsOfAttempts,
  readAttemptsOfRecipients,
  buildRecipientsUpdateSql,
  type CallAttemptRow,
  type CampaignRecipientRow,
} from './attempt-store.ts';
import { buildCampaignCountsIncrementSql, createCampaignCountChangeCollector } from '../people/count-store.ts';
import type { RecipientProgress } from '../rules/recipient-state.ts';

/**
 * Recipient of a campaign's call. A surplus call (a second call to a person, which is ended) does not count as the
 * recipient's call.
 */
export interface CampaignCallRecipient {
  readonly attemptId: string;
  readonly campaignId: string;
  readonly status: CampaignStatus;
  /** The recipient's number; empty if their data were deleted. */
  readonly phoneNumber: string;
  readonly recipient: Pick<RecipientProgress, 'state' | 'wasSent' | 'isLive' | 'callbackAt'>;
}

export interface CallWithRecipient {
  readonly analysis: unknown;
  readonly called: CampaignCallRecipient | null;
}

/** Finds a call and its campaign recipient. Null if there is no such call. */
export async function findCallWithRecipient(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
): Promise<CallWithRecipient | null> {
  const row = await db
    .selectFrom('calls as c')
    .leftJoin('call_details as d', (join) =>
      join
        .onRef('d.workspace_id', '=', 'c.workspace_id')
        .onRef('d.call_id', '=', 'c.id')
        .onRef('d.first_seen_month', '=', 'c.first_seen_month'),
    )
    .leftJoin('attempts as a', (join) =>
      join
        .onRef('a.workspace_id', '=', 'c.workspace_id')
        .onRef('a.id', '=', 'c.attempt_id')
        .onRef('a.call_id', '=', 'c.id')
        .on('a.is_surplus', '=', false),
    )
    .leftJoin('campaigns as k', (join) =>
      join.onRef('k.workspace_id', '=', 'a.workspace_id').onRef('k.id', '=', 'a.campaign_id'),
    )
    .leftJoin('recipients as r', (join) =>
      join
        .onRef('r.workspace_id', '=', 'a.workspace_id')
        .onRef('r.campaign_id', '=', 'a.campaign_id')
        .onRef('r.id', '=', 'a.recipient_id'),
    )
    .select([
      'd.call_analysis as analysis',
      'a.id as attemptId',
      'k.id as campaignId',
      'k.status',
      'r.phone_number as phoneNumber',
      'r.state',
      'r.was_sent as wasSent',
      'r.is_live as isLive',
      'r.callback_at as callbackAt',
    ])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.id', '=', callId)
    .executeTakeFirst();
  if (!row) return null;
  const { analysis, attemptId, campaignId, status, phoneNumber, state, wasSent, isLive, callbackAt } = row;
  const isKnown = attemptId !== null && campaignId !== null && status !== null && phoneNumber !== null;
  if (!isKnown || state === null || wasSent === null || isLive === null) return { analysis, called: null };
  const recipient = { state, wasSent, isLive, callbackAt };
  return { analysis, called: { attemptId, campaignId, status, phoneNumber, recipient } };
}

export interface LockedRecipientWithAttempts {
  readonly recipient: CampaignRecipientRow;
  /** All attempts of the recipient. */
  readonly attempts: readonly CallAttemptRow[];
}

/**
 * Locks an attempt and its recipient. The campaign must already be locked. Returns null if the attempt or recipient was
 * deleted.
 */
export async function lockAttemptAndRecipient(
  tx: Tx,
  workspaceId: string,
  attemptId: string,
): Promise<LockedRecipientWithAttempts | null> {
  const attempts = await lockCallAttempts(tx, workspaceId, [attemptId]);
  const [recipient] = (await lockRecipientsOfAttempts(tx, workspaceId, attempts)).values();
  return recipient ? { recipient, attempts: await readAttemptsOfRecipients(tx, workspaceId, [recipient]) } : null;
}

export async function updateRecipientAndCampaignCounts(
  tx: Tx,
  workspaceId: string,
  writerSlot: number,
  before: CampaignRecipientRow,
  after: CampaignRecipientRow,
): Promise<void> {
  const counts = createCampaignCountChangeCollector();
  counts.replace(before.campaignId, before, after);
  await runWritesAsOneStatement(tx, [
    buildRecipientsUpdateSql(workspaceId, [after]),
    buildCampaignCountsIncrementSql(workspaceId, writerSlot, counts.byCampaign),
  ]);
}
