/**
 * Pauses, resumes, stops or deletes a campaign at a user's request. The campaign's row is locked, so that no recipient
 * is selected for a call afterwards. The response is delayed briefly until running requests to the provider are
 * finished, so that no call is placed after the response.
 */
import type { Kysely } from 'kysely';
import type { Campaign, CampaignStatus } from '../../../../contract/campaigns.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { JsonObject, DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog, AuditAction } from '../../audit/index.ts';
import { lockWorkspaceShared, type Tx } from '../../calls/index.ts';
import { insertCampaignLogEntry } from './campaign-log-store.ts';
import { findCampaign, setCampaignStatus } from './campaign-store.ts';
import {
  hasCallOrdersInFlight,
  dequeuePendingRecipients,
  lockCampaignState,
  markCampaignHangUpRequested,
  markCampaignPaused,
  markCampaignResumed,
  type LockedCampaignState,
} from './control-store.ts';
import { incrementCampaignCounts } from '../people/count-store.ts';
import type { CampaignChangeAuthor } from './create-campaign.ts';
import type { CampaignHangUpJobs } from './hang-up.ts';
import { createZeroCampaignCounts } from '../rules/recipient-state.ts';

export interface CampaignStatusChangeDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly writerSlot: number;
  readonly hangUps: Pick<CampaignHangUpJobs, 'order'>;
}

/** Request to pause (`paused`), resume (`in_progress`), stop (`completed`) or delete (`failed`) a campaign. */
export interface CampaignStatusChangeRequest {
  readonly status: 'paused' | 'in_progress' | 'completed' | 'failed';
  /** True if a stop or deletion also ends the campaign's live calls. */
  readonly hangUp: boolean;
}

interface Step {
  readonly from: ReadonlySet<CampaignStatus>;
  /** Beginning of the error message if the campaign's status does not allow pausing, resuming or stopping it. */
  readonly refusal: string;
  readonly take: (
    deps: CampaignStatusChangeDeps,
    tx: Tx,
    given: Given,
  ) => Promise<{ readonly action: AuditAction; readonly details: JsonObject }>;
}

interface Given {
  readonly author: CampaignChangeAuthor;
  readonly campaignId: string;
  readonly course: LockedCampaignState;
  readonly hangUp: boolean;
}

const steps: Readonly<Record<CampaignStatusChangeRequest['status'], Step>> = {
  paused: { from: new Set(['created', 'scheduled', 'in_progress']), refusal: 'No se puede pausar', take: pause },
  in_progress: { from: new Set(['paused']), refusal: 'No se puede reanudar', take: resume },
  completed: {
    from: new Set(['created', 'scheduled', 'in_progress', 'paused', 'sent']),
    refusal: 'No se puede detener',
    take: (deps, tx, given) => end(deps, tx, given, 'completed'),
  },
  failed: {
    from: new Set(['created', 'scheduled', 'in_progress', 'paused', 'sent', 'completed']),
    refusal: 'No se puede eliminar',
    take: (deps, tx, given) => end(deps, tx, given, 'failed'),
  },
};

const stands = {
  created: 'la campaña está por comenzar',
  scheduled: 'la campaña está programada y no está pausada',
  in_progress: 'la campaña está en curso',
  paused: 'la campaña ya está pausada',
  sent: 'la campaña ya llamó a todos sus destinatarios',
  completed: 'la campaña ya terminó',
  failed: 'la campaña está eliminada',
} satisfies Record<CampaignStatus, string>;

const leftReasons = { completed: 'Campaña detenida', failed: 'Campaña eliminada' } as const;
/**
 * Maximum time in ms for which the response to a pause or stop waits for calls that are being placed at that moment.
 */
const settleWithinMs = 3_000;
const askAgainMs = 25;

export async function changeCampaignStatus(
  deps: CampaignStatusChangeDeps,
  author: CampaignChangeAuthor,
  campaignId: string,
  change: CampaignStatusChangeRequest,
): Promise<Campaign> {
  const { workspaceId, userId, username, address } = author;
  const { status, hangUp } = change;
  if (hangUp && status !== 'completed' && status !== 'failed') {
    throw new AppError('invalid_input', {
      message: 'Las llamadas en curso se cortan solo al detener o eliminar la campaña.',
    });
  }
  const step = steps[status];
  const from = await deps.db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      await lockWorkspaceShared(tx, workspaceId);
      const course = await lockCampaignState(tx, workspaceId, campaignId);
      if (course === null) throw new AppError('not_found');
      if (!step.from.has(course.status))
        throw new AppError('invalid_transition', { message: `${step.refusal}: ${stands[course.status]}.` });
      const { action, details } = await step.take(deps, tx, { author, campaignId, course, hangUp });
      const kept = { name: course.name, from: course.status, ...details };
      await deps.audit.record(
        { workspaceId, userId, username, address, action, target: campaignId, details: kept },
        tx,
      );
      return course.status;
    });
  if (from === 'paused') deps.events.emit('campaign.unpaused', { workspaceId, campaignId });
  deps.events.emit('dispatch.due', { workspaceId });
  if (status !== 'in_progress') await whenClaimsAreSettled(deps, workspaceId, campaignId);
  deps.events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  const campaign = await findCampaign(deps.db, workspaceId, campaignId);
  if (!campaign) throw new AppError('not_found');
  return campaign;
}

type Taken = ReturnType<Step['take']>;

async function pause(
  _deps: CampaignStatusChangeDeps,
  tx: Tx,
  { author: { workspaceId, username }, campaignId }: Given,
): Taken {
  await markCampaignPaused(tx, workspaceId, campaignId, 'person');
  const details = { reason: 'person', message: null, failed: null, calls: null } as const;
  await insertCampaignLogEntry(tx, { workspaceId, campaignId, kind: 'paused', details, username });
  return { action: 'campaign.paused', details: {} };
}

async function resume(
  _deps: CampaignStatusChangeDeps,
  tx: Tx,
  { author: { workspaceId, username }, campaignId, course }: Given,
): Taken {
  await markCampaignResumed(tx, workspaceId, campaignId, course.startsAhead ? 'scheduled' : 'in_progress');
  await insertCampaignLogEntry(tx, { workspaceId, campaignId, kind: 'resumed', details: {}, username });
  const beginsNow = !course.startsAhead && !course.hasBegun;
  if (beginsNow)
    await insertCampaignLogEntry(tx, { workspaceId, campaignId, kind: 'started', details: {}, username: null });
  return { action: 'campaign.resumed', details: {} };
}

async function end(
  { writerSlot, hangUps }: CampaignStatusChangeDeps,
  tx: Tx,
  { author: { workspaceId, username }, campaignId, course, hangUp }: Given,
  to: 'completed' | 'failed',
): Taken {
  await setCampaignStatus(tx, workspaceId, campaignId, to);
  const left = await dequeuePendingRecipients(tx, workspaceId, campaignId, leftReasons[to]);
  const { undelivered, sent } = left;
  const counts = { ...createZeroCampaignCounts(), pending: -undelivered - sent, undelivered, sent, retrying: -sent };
  await incrementCampaignCounts(tx, workspaceId, writerSlot, new Map([[campaignId, counts]]));
  const common = { workspaceId, campaignId, username };
  if (to === 'completed')
    await insertCampaignLogEntry(tx, { ...common, kind: 'stopped', details: { left: undelivered, live: course.live } });
  else await insertCampaignLogEntry(tx, { ...common, kind: 'deleted', details: { left: undelivered } });
  if (hangUp) {
    await markCampaignHangUpRequested(tx, workspaceId, campaignId);
    await hangUps.order(tx, { workspaceId, campaignId, callIds: null, username });
  }
  return { action: to === 'completed' ? 'campaign.stopped' : 'campaign.deleted', details: { undelivered, hangUp } };
}

async function whenClaimsAreSettled(
  { db, clock }: CampaignStatusChangeDeps,
  workspaceId: string,
  campaignId: string,
): Promise<void> {
  const untilMs = clock.monotonicMs() + settleWithinMs;
  while (await hasCallOrdersInFlight(db, workspaceId, campaignId)) {
    if (clock.monotonicMs() >= untilMs) return;
    await clock.sleep(askAgainMs);
  }
}
