/**
 * Outbound campaigns. A campaign is created completely or not at all. Nobody is dialled twice or forgotten, and the
 * resulting calls are counted.
 */
import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { DiskSpaceState } from '../../platform/disk-guard.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { ServerMetricRecorder } from '../../platform/metrics/metrics.ts';
import type { BackgroundJobs } from '../../platform/jobs.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { AgentsFeature } from '../agents/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { CallIngest } from '../calls/index.ts';
import type { DoNotCallFeature } from '../do-not-call/index.ts';
import type { SettingsFeature } from '../settings/index.ts';
import { registerCampaignRoutes } from './campaign-routes.ts';
import { watchCampaignCompletion } from './outcome/campaign-completion.ts';
import { createAttemptCallRecorder } from './dispatch/call-recorder.ts';
import { createCampaignLogWriter } from './dispatch/dispatch-journal.ts';
import { startCampaignDispatchSupervisor } from './dispatch/dispatch-supervisor.ts';
import { dispatchTuning, type DispatchTuning } from './dispatch/dispatch-tuning.ts';
import { watchCampaignCallFailures } from './outcome/circuit-breaker.ts';
import { createDialCheckRequester } from './campaign/dial-check.ts';
import { createCampaignHangUpJobs } from './campaign/hang-up.ts';
import { openAttemptsMetricsSql } from './reads/campaign-alarms-query.ts';

export { findCallRequestFieldSupport, storeIdempotencySupportByApiKey } from './dispatch/order-field-store.ts';
export {
  findCallsWithCampaignNames,
  listAutomaticallyPausedCampaigns,
  listSurplusCalls,
  findUnconfirmedAttemptCampaigns,
  type CallWithCampaign,
  type PausedCampaign,
} from './reads/campaign-alarms-query.ts';
export {
  countRecipientsOfNumber,
  eraseNumberFromCampaigns,
  eraseOldNumberDigests,
  eraseRecipientsOfAttempts,
  eraseRecipientsWithDeferredErasure,
  listWorkspaceIdsWithDeferredErasures,
  type RecipientErasureBatchResult,
  type RecipientErasureResult,
  type PhoneNumberTextEraser,
} from './people/erase-recipients-store.ts';
export { rescheduleCampaignsForNewZone } from './campaign/campaign-store.ts';
export { createSurplusCallEnder } from './outcome/unwanted-calls.ts';
export {
  createCampaignCallChangeParticipant,
  type CampaignCallChangeParticipantDeps,
} from './outcome/campaign-participant.ts';
export { pauseCampaignsOfWorkspaceWithoutAdmin } from './campaign/pause-all-store.ts';
export { pauseRestoredCampaigns } from './campaign/pause-all-store.ts';
export type { DispatchTuning } from './dispatch/dispatch-tuning.ts';

export interface CampaignsFeatureDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly directory: Pick<WorkspaceDirectory, 'providerOf' | 'timeZoneOf'>;
  readonly agents: Pick<AgentsFeature, 'findAgent' | 'findAgentVersion' | 'findPhoneNumber' | 'listPhoneNumbers'>;
  readonly audit: AuditLog;
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly jobs: Pick<BackgroundJobs, 'queue'>;
  readonly doNotCall: Pick<DoNotCallFeature, 'findListed' | 'findForms' | 'addMarked'>;
  readonly ingest: CallIngest;
  readonly serverId: string;
  readonly writerSlot: number;
  /** Settle time: seconds after which a call that the provider does not list may count as not placed. */
  readonly dialSettleSeconds: number;
  /** State of the disk. While it is full, nobody is dialled; calls under way go on. */
  readonly storage: DiskSpaceState;
  readonly metrics: ServerMetricRecorder;
  /** Encrypts the secrets of checks before dialling. */
  readonly secretKey: string;
  /** Origins to which dial checks (requests before dialling) may be sent besides public https addresses. */
  readonly allowedOrigins: readonly string[];
  /** Random number generator (0 to 1) for the jitter of pauses; cryptographic by default. */
  readonly random?: () => number;
  readonly tuning?: DispatchTuning;
}

export function createCampaignsFeature(deps: CampaignsFeatureDeps): ServerFeature {
  const recorder = createAttemptCallRecorder(deps);
  const hangUps = createCampaignHangUpJobs(deps);
  deps.metrics.query(['vocero_attempts_open', 'vocero_attempts_oldest_unknown_seconds'], openAttemptsMetricsSql);
  let stopping: (() => Promise<void>) | undefined;
  return {
    name: 'campaigns',
    registerRoutes: (binder) => registerCampaignRoutes(binder, { ...deps, hangUps }),
    async start() {
      const random = deps.random ?? (() => randomInt(2 ** 32) / 2 ** 32);
      const journal = createCampaignLogWriter(deps);
      const dispatch = startCampaignDispatchSupervisor({
        ...deps,
        recorder,
        journal,
        random,
        askBeforeDialing: createDialCheckRequester(deps),
        tuning: deps.tuning ?? dispatchTuning,
      });
      const watches = [watchCampaignCompletion(deps), watchCampaignCallFailures(deps), hangUps.watch()];
      stopping = async () => {
        await Promise.all([dispatch, ...watches].map((stop) => stop()));
        await journal.stop();
      };
    },
    async stop() {
      const stop = stopping;
      stopping = undefined;
      await stop?.();
    },
  };
}
