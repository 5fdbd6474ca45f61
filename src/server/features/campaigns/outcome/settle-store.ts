/**
 * Stores the new state of a call attempt that has no stored call. For example, the request to place the call was
 * refused or not sent, got no clear response, or may not be repeated any more.
 * The campaign gets a shared lock first, so that no recipient becomes pending in a campaign that was just stopped.
 */
import type { Kysely } from 'kysely';
import type { CampaignStatus } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { runWritesAsOneStatement } from '../../../platform/db/write-together.ts';
import { lockWorkspaceShared, type Tx } from '../../calls/index.ts';
import type { DialingAttempt } from '../rules/attempt-state.ts';
import {
  buildAttemptsUpdateSql,
  lockCallAttempts,
  lockRecipientsOfAttempts,
  buildRecipientsUpdateSql,
} from './attempt-store.ts';
import { buildCampaignCountsIncrementSql, createCampaignCountChangeCollector } from '../people/count-store.ts';
import type { RecipientProgress } from '../rules/recipient-state.ts';

/**
 * Function that returns an attempt's new state. It returns null if the attempt must not change, for example because its
 * call was reported meanwhile.
 */
export type AttemptTransitionFunction = (attempt: DialingAttempt) => DialingAttempt | null;
/** Returns the recipient's new state after the state of one of the recipient's attempts has changed. */
export type RecipientTransitionFunction = (recipient: RecipientProgress, campaignIsOpen: boolean) => RecipientProgress;

export interface AttemptSettlement {
  readonly workspaceId: string;
  readonly attemptId: string;
  readonly writerSlot: number;
  readonly decide: AttemptTransitionFunction;
  readonly consequence: RecipientTransitionFunction;
  /** Reason for the attempt's new state. */
  readonly reason: string;
}

const openStatuses: ReadonlySet<CampaignStatus> = new Set(['created', 'scheduled', 'in_progress', 'paused']);

/**
 * Stores the new state of a call attempt that has no stored call.
 * @returns the attempt's campaign; null if the attempt did not change.
 */
export function settleAttemptWithoutCall(
  db: Kysely<DatabaseSchema>,
  settlement: AttemptSettlement,
): Promise<{ readonly campaignId: string } | null> {
  const { workspaceId, attemptId, writerSlot, decide, consequence, reason } = settlement;
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      const campaign = await shareCampaignOf(tx, workspaceId, attemptId);
      const [attempt] = await lockCallAttempts(tx, workspaceId, [attemptId]);
      if (!campaign || !attempt) return null;
      const recipient = (await lockRecipientsOfAttempts(tx, workspaceId, [attempt])).get(attempt.recipientId);
      const next = decide(attempt);
      if (!recipient || !next) return null;
      const after = { ...recipient, ...consequence(recipient, openStatuses.has(campaign.status)) };
      const counts = createCampaignCountChangeCollector();
      counts.replace(campaign.id, recipient, after);
      await runWritesAsOneStatement(tx, [
        buildAttemptsUpdateSql(workspaceId, [{ ...attempt, ...next, error: reason }]),
        buildRecipientsUpdateSql(workspaceId, [after]),
        buildCampaignCountsIncrementSql(workspaceId, writerSlot, counts.byCampaign),
      ]);
      return { campaignId: campaign.id };
    });
}

async function shareCampaignOf(tx: Tx, workspaceId: string, attemptId: string) {
  return tx
    .selectFrom('campaigns')
    .select(['id', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('attempts')
        .select('campaign_id')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', attemptId),
    )
    .forShare()
    .executeTakeFirst();
}
