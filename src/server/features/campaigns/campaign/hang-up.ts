/**
 * Ends the live calls of a stopped campaign if the person who stopped it asked for that. A stored job does it, which
 * survives the death of a server. The job ends several calls at once and retries while the provider does not respond.
 * Calls of the campaign that become known only later are ended too.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { JobRunContext, BackgroundJobs } from '../../../platform/jobs.ts';
import type { VoiceProvider } from '../../../platform/provider/provider.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../../platform/run-loop.ts';
import { endLiveCall, type CallIngest } from '../../calls/index.ts';
import { mergeCampaignLogEntry } from './campaign-log-store.ts';
import { findCampaignsToHangUp, listLiveCampaignCalls } from './control-store.ts';

export interface CampaignHangUpDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly jobs: Pick<BackgroundJobs, 'queue'>;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
  readonly ingest: CallIngest;
}

export interface CampaignHangUpRequest {
  readonly workspaceId: string;
  readonly campaignId: string;
  /** Ids of the calls to end; null for all calls of the campaign that are live when the job runs. */
  readonly callIds: readonly string[] | null;
  /** Name of the user who asked to end the calls. Null for a call that became known after its campaign had stopped. */
  readonly username: string | null;
}

export interface CampaignHangUpJobs {
  /** Queues a hang-up, durable with the transaction. */
  order(tx: Transaction<DatabaseSchema>, order: CampaignHangUpRequest): Promise<void>;
  /**
   * Starts to watch for live calls that become known after their campaign was stopped, to end them. @returns a function
   * that stops the watch.
   */
  watch(): () => Promise<void>;
}

const atOnce = 16;
/**
 * A job that ends calls is retried after 2, 4, 8, 16 and 32 s, then every minute. In total that is longer than most
 * calls last.
 */
export const hangUpRetryOptions = {
  retries: 9,
  firstRetrySeconds: 2,
  longestRetrySeconds: 60,
  pollSeconds: 1,
  atOnce: 4,
  expireSeconds: 300,
};
/**
 * Time in ms for which newly reported calls are collected. One query then finds out which of their campaigns were
 * stopped.
 */
const spacingMs = 200;

/** Declares the job queue that ends campaigns' calls. Call it before `jobs.start`. */
export function createCampaignHangUpJobs(deps: CampaignHangUpDeps): CampaignHangUpJobs {
  const queue = deps.jobs.queue<CampaignHangUpRequest>('campaign-hang-ups', hangUpRetryOptions, (order, run) =>
    hangUp(deps, order, run),
  );
  return {
    order: (tx, order) => queue.send(order, tx),
    watch: () => watchLateCalls(deps, (order) => queue.send(order)),
  };
}

type Ending = 'ended' | 'was_over' | 'failed';

async function hangUp(
  deps: CampaignHangUpDeps,
  order: CampaignHangUpRequest,
  { isLastTry, signal }: JobRunContext,
): Promise<void> {
  const { workspaceId, campaignId, username } = order;
  const callIds = await listLiveCampaignCalls(deps.db, workspaceId, campaignId, order.callIds);
  if (callIds.length === 0) return;
  const endings: Ending[] = [];
  const rest = callIds.values();
  const worker = async (): Promise<void> => {
    for (const callId of rest) {
      if (signal.aborted) return;
      endings.push(await tryToEnd(deps, workspaceId, callId));
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, callIds.length) }, worker));
  const count = (ending: Ending): number => endings.filter((each) => each === ending).length;
  const [calls, failed] = [count('ended'), count('failed')];
  deps.log.info({ workspaceId, campaignId, calls, failed, isLastTry }, 'calls of a stopped campaign were hung up');
  await announceHangUp(deps, { workspaceId, campaignId, username, calls, failed: isLastTry ? failed : 0 });
  signal.throwIfAborted();
  if (failed > 0) throw new Error(`${failed} calls could not be ended`);
}

/**
 * Writes to the campaign's log how many calls were hung up. A failure to write does not make the job repeat, because
 * the calls have ended already.
 */
async function announceHangUp(
  { db, events, log }: CampaignHangUpDeps,
  {
    workspaceId,
    campaignId,
    username,
    calls,
    failed,
  }: Pick<CampaignHangUpRequest, 'workspaceId' | 'campaignId' | 'username'> & { calls: number; failed: number },
): Promise<void> {
  if (calls + failed === 0) return;
  try {
    await mergeCampaignLogEntry(db, { workspaceId, campaignId, kind: 'hang_up', details: { calls, failed }, username });
    events.emit('campaigns.changed', { workspaceId, campaignIds: [campaignId] });
  } catch (error) {
    log.warn({ err: error, workspaceId, campaignId }, 'a hang-up could not be written into the campaign’s log');
  }
}

async function tryToEnd(deps: CampaignHangUpDeps, workspaceId: string, callId: string): Promise<Ending> {
  try {
    return await endLiveCall(deps, workspaceId, callId);
  } catch (error) {
    deps.log.warn({ err: error, workspaceId, callId }, 'a call could not be hung up');
    return 'failed';
  }
}

/** Looks for live calls that become known after their campaign was stopped, and queues a job that ends these calls. */
function watchLateCalls(
  { db, clock, log, events }: CampaignHangUpDeps,
  send: (order: CampaignHangUpRequest) => Promise<void>,
): () => Promise<void> {
  /**
   * Live calls that were reported and not looked up yet. Keys: the workspace id, then the campaign id. Values: call
   * ids.
   */
  const seen = new Map<string, Map<string, Set<string>>>();

  function see(workspaceId: string, campaignId: string, callIds: Iterable<string>): void {
    const campaigns = seen.get(workspaceId) ?? new Map<string, Set<string>>();
    seen.set(workspaceId, campaigns.set(campaignId, new Set([...(campaigns.get(campaignId) ?? []), ...callIds])));
  }

  async function look(workspaceId: string, campaigns: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
    const hungUp = await findCampaignsToHangUp(db, workspaceId, [...campaigns.keys()]);
    for (const campaignId of hungUp) {
      await send({ workspaceId, campaignId, callIds: [...(campaigns.get(campaignId) ?? [])], username: null });
    }
  }

  const loop: BackgroundLoop = startBackgroundLoop({
    name: 'campaign-hang-ups',
    clock,
    log,
    next: () => Infinity,
    async work(signal) {
      const taken = [...seen];
      seen.clear();
      try {
        for (const [workspaceId, campaigns] of taken) await look(workspaceId, campaigns);
      } catch (error) {
        for (const [workspaceId, campaigns] of taken)
          for (const [id, callIds] of campaigns) see(workspaceId, id, callIds);
        throw error;
      }
      if (taken.length > 0) await clock.sleep(spacingMs, signal);
    },
  });
  const stopListening = events.on('campaign.calls_live', ({ workspaceId, calls }) => {
    for (const { campaignId, callId } of calls) see(workspaceId, campaignId, [callId]);
    loop.wake();
  });
  return async () => {
    stopListening();
    await loop.stop();
  };
}
