/**
 * Finds out whether a call was placed if the provider's response to the request is missing or unclear. If the account
 * is proven to honour idempotency keys, the request is repeated until a response names the call. Otherwise the call is
 * looked up at the provider by its metadata.
 * The call counts as not placed after three look-ups without result. By then the provider's list must be complete, and
 * neither the API key nor the agent's settings may hide the call. After 15 minutes a person decides. A webhook may
 * report the call at any moment.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { ServerMetricRecorder } from '../../../platform/metrics/metrics.ts';
import { ProviderError, type VoiceProvider } from '../../../platform/provider/provider.ts';
import { parseAgentVersionColumn } from '../campaign/campaign-store.ts';
import {
  markAttemptAbsent,
  markAttemptUnconfirmed,
  markAttemptUnknown,
  forbidCallOrderRepetition,
} from '../rules/attempt-state.ts';
import { returnRecipientToQueue, markRecipientUnconfirmed } from '../rules/recipient-state.ts';
import type { AttemptCallRecorder } from './call-recorder.ts';
import type { CampaignLogWriter } from './dispatch-journal.ts';
import type { DispatchTuning } from './dispatch-tuning.ts';
import { permitCallOrderRepetitionIfAllowed, type CallOrderRecheckDeps } from './last-judgement-query.ts';
import { isPastCallOrderDeadline, readMonotonicAndWallClocks } from './order-deadline.ts';
import { storeRefusedCallOrderField } from './order-field-store.ts';
import {
  findAttemptsToResolve,
  findAttemptAgent,
  findLaterAcceptedWorkspaceAttempt,
  scheduleNextAttemptLookup,
  type UnclearCallAttempt,
  type AttemptAgent,
} from './resolution-store.ts';
import { settleAttemptWithoutCall } from '../outcome/settle-store.ts';

export interface AttemptResolverDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly events: EventBus;
  readonly log: Logger;
  readonly clock: Clock;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
  readonly recorder: AttemptCallRecorder;
  readonly journal: CampaignLogWriter;
  readonly metrics: ServerMetricRecorder;
  readonly writerSlot: number;
  readonly doNotCall: CallOrderRecheckDeps['doNotCall'];
  readonly secretKey: string;
  readonly dialSettleSeconds: number;
  readonly tuning: Pick<DispatchTuning, 'lookupSpacingMs'>;
}

const lookupsNeeded = 3;
const atOnce = 8;
const batchSize = 40;
const retryMs = 5_000;

/** Finds out the outcome of attempts to call, except those whose response this server still awaits (`isInFlight`). */
export async function resolveUnclearCallAttempts(
  deps: AttemptResolverDeps,
  workspaceId: string,
  isInFlight: (attemptId: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const asked = { settleSeconds: deps.dialSettleSeconds, limit: batchSize };
  // Read the API key before the attempts. If the key is replaced between the two reads, the attempts' look-ups are not
  // trusted.
  const provider = await deps.directory.providerOf(workspaceId);
  const due = (await findAttemptsToResolve(deps.db, workspaceId, asked)).filter(({ id }) => !isInFlight(id));
  if (due.length === 0) return;
  const queue = due.values();
  const workers = Array.from({ length: atOnce }, async () => {
    for (const attempt of queue) {
      if (signal.aborted) return;
      try {
        await resolveAttempt(deps, provider, workspaceId, attempt);
      } catch (error) {
        deps.log.error({ err: error, workspaceId, attemptId: attempt.id }, 'attempt could not be resolved yet');
        await scheduleNextAttemptLookup(deps.db, workspaceId, attempt, { inMs: retryMs, counts: false });
      }
    }
  });
  await Promise.all(workers);
}

async function resolveAttempt(
  deps: AttemptResolverDeps,
  provider: VoiceProvider,
  workspaceId: string,
  attempt: UnclearCallAttempt,
): Promise<void> {
  const { db } = deps;
  if (attempt.state === 'claimed') {
    await markClaimedAttemptUnknown(deps, workspaceId, attempt.id, {
      message: 'its server did not say what became of it',
      status: null,
    });
    return;
  }
  const first = await lookUp(deps, provider, attempt.id);
  if (first.kind === 'found') {
    await recordSight(deps, workspaceId, attempt.id, first.calls);
    return;
  }
  if (attempt.repetition !== 'none') return repeatOrder(deps, provider, workspaceId, attempt);
  const inMs = spacingMs(deps);
  const isAbsent = first.kind === 'absent';
  if (isAbsent && attempt.lookups + 1 < lookupsNeeded) {
    await scheduleNextAttemptLookup(db, workspaceId, attempt, { inMs, counts: true });
    return;
  }
  const witnessAttemptId =
    attempt.witnessAttemptId ??
    (isAbsent ? await findLaterAcceptedWorkspaceAttempt(db, workspaceId, attempt.id) : null);
  const sight = isAbsent ? await lookBehind(deps, provider, workspaceId, { ...attempt, witnessAttemptId }) : first;
  if (sight.kind === 'found') await recordSight(deps, workspaceId, attempt.id, sight.calls);
  else if (sight.kind === 'absent') await giveBack(deps, workspaceId, attempt.id);
  else if (attempt.isGivenUp) await leaveUnconfirmed(deps, workspaceId, attempt.id);
  else await scheduleNextAttemptLookup(db, workspaceId, attempt, { inMs, counts: isAbsent, witnessAttemptId });
}

async function recordSight(
  { recorder, log, metrics }: AttemptResolverDeps,
  workspaceId: string,
  attemptId: string,
  calls: readonly WireCall[],
): Promise<void> {
  for (const call of calls) await recorder.recordFound(workspaceId, attemptId, call);
  metrics.count('vocero_dials_resolved_total', { outcome: 'confirmed' });
  log.info({ workspaceId, attemptId }, 'attempt without an answer was found');
}

/** Marks an attempt as unknown, because it is not known if the provider placed its call. */
export async function markClaimedAttemptUnknown(
  { db, writerSlot }: Pick<AttemptResolverDeps, 'db' | 'writerSlot'>,
  workspaceId: string,
  attemptId: string,
  { message, status }: { readonly message: string; readonly status: number | null },
): Promise<void> {
  await settleAttemptWithoutCall(db, {
    workspaceId,
    attemptId,
    writerSlot,
    reason: message,
    decide: (attempt) => markAttemptUnknown(attempt, status),
    consequence: (recipient) => recipient,
  });
}

/** Repeats the request to place an attempt's call if that is still allowed; otherwise forbids further repetitions. */
async function repeatOrder(
  deps: AttemptResolverDeps,
  provider: VoiceProvider,
  workspaceId: string,
  { id, repetition }: UnclearCallAttempt,
): Promise<void> {
  const { db, clock, log, metrics, tuning } = deps;
  const since = readMonotonicAndWallClocks(clock);
  const judged =
    repetition === 'due'
      ? await permitCallOrderRepetitionIfAllowed(deps, workspaceId, id, tuning.lookupSpacingMs)
      : ({ kind: 'stopped' } as const);
  if (judged === null) return;
  if (judged.kind !== 'call') {
    await endRepeating(deps, workspaceId, id);
    return;
  }
  const deadline = { since, withinMs: judged.withinMs };
  const outcome = await provider.repeatCall(judged.body, () => isPastCallOrderDeadline(clock, deadline));
  metrics.count('vocero_orders_repeated_total', { outcome: outcome.kind });
  log.info({ workspaceId, attemptId: id, outcome: outcome.kind }, 'an order without an answer was sent again');
  if (outcome.kind === 'accepted') await recordSight(deps, workspaceId, id, [outcome.call]);
  // If the provider refuses the repeated request, the attempt stays open, because the first request may have placed the
  // call.
  else if (outcome.kind === 'refused' && outcome.unknownField === 'idempotency_key')
    await storeRefusedCallOrderField(db, workspaceId, outcome.unknownField);
  else if (outcome.kind === 'unknown' && (outcome.status ?? 0) >= 500)
    await markClaimedAttemptUnknown(deps, workspaceId, id, outcome);
}

/** Forbids further repetitions of the request to place an attempt's call. From then on the call is only looked up. */
async function endRepeating(
  { db, writerSlot }: Pick<AttemptResolverDeps, 'db' | 'writerSlot'>,
  workspaceId: string,
  attemptId: string,
): Promise<void> {
  await settleAttemptWithoutCall(db, {
    workspaceId,
    attemptId,
    writerSlot,
    reason: 'its order is not repeated any more',
    decide: forbidCallOrderRepetition,
    consequence: (recipient) => recipient,
  });
}

type Sight = { readonly kind: 'found'; readonly calls: readonly WireCall[] } | { readonly kind: 'absent' | 'unclear' };

/**
 * Looks for an attempt's call in the provider's list of calls, filtered by metadata. If the list contains only other
 * calls, the provider ignored the filter, so the result is unclear.
 */
async function lookUp(
  { log, recorder }: AttemptResolverDeps,
  provider: VoiceProvider,
  attemptId: string,
): Promise<Sight> {
  try {
    const { calls } = await provider.listCalls({ attemptId }, { limit: 10 });
    const own = calls.filter((call) => recorder.attemptIdOf(call) === attemptId);
    if (own.length > 0) return { kind: 'found', calls: own };
    return { kind: calls.length === 0 ? 'absent' : 'unclear' };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, attemptId }, 'attempt could not be looked up');
    return { kind: 'unclear' };
  }
}

/**
 * Confirms that a call missing in the provider's list does not exist. If we placed a later call (the witness), it must
 * be in the list, which shows that the list is up to date. Then the missing call is looked up again. The result is
 * unclear if the API key was replaced, or if the agent's calls may lose their metadata.
 */
async function lookBehind(
  deps: AttemptResolverDeps,
  provider: VoiceProvider,
  workspaceId: string,
  { id, witnessAttemptId, isOfReplacedKey }: Pick<UnclearCallAttempt, 'id' | 'witnessAttemptId' | 'isOfReplacedKey'>,
): Promise<Sight> {
  if (isOfReplacedKey) return { kind: 'unclear' };
  const witness = witnessAttemptId === null ? null : await lookUp(deps, provider, witnessAttemptId);
  if (witness !== null && witness.kind !== 'found') return { kind: 'unclear' };
  const speaker = await findAttemptAgent(deps.db, workspaceId, id);
  if (!speaker || !(await keepsMetadata(deps, provider, speaker, witness?.calls ?? []))) return { kind: 'unclear' };
  return lookUp(deps, provider, id);
}

/**
 * True if the provider keeps the metadata of an agent's ended calls. With a data storage setting other than
 * `everything`, the provider may delete metadata after the call.
 * `witnesses` are calls that were found by their metadata. One of the agent's calls among them proves that metadata are
 * kept, if it was stored with `everything` or ended some time ago. Without such a proof, the agent's data storage
 * setting decides.
 */
async function keepsMetadata(
  deps: AttemptResolverDeps,
  provider: VoiceProvider,
  speaker: AttemptAgent,
  witnesses: readonly WireCall[],
): Promise<boolean> {
  const overBefore = deps.clock.now().getTime() - deps.dialSettleSeconds * 1_000;
  const isShown = witnesses.some(
    ({ agent_id: agentId, data_storage_setting: kept, end_timestamp: endedAt }) =>
      agentId === speaker.agentId && (kept === everything || (endedAt != null && endedAt <= overBefore)),
  );
  return isShown || keepsEverything(deps, provider, speaker);
}

const everything = 'everything';

async function keepsEverything(
  { log }: AttemptResolverDeps,
  provider: VoiceProvider,
  { agentId, version }: AttemptAgent,
): Promise<boolean> {
  /** Reads the data storage setting of an agent version; undefined if the provider knows no such version or tag. */
  async function read(asked: string | number | undefined): Promise<string | undefined> {
    try {
      const { data_storage_setting: kept } = await provider.getAgent(agentId, asked);
      return kept ?? everything;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.kind === 'not_found' || error.kind === 'refused') return undefined;
      log.warn({ err: error, agentId }, 'whether an agent keeps the metadata of its calls could not be read');
      return 'unknown';
    }
  }

  const named = parseAgentVersionColumn(version);
  if (typeof named === 'number') return (await read(named)) === everything;
  const published = await read('latest_published');
  if (named !== null && published !== undefined) return published === everything;
  // Check the data storage setting of the published and of the newest agent version, because we do not store which
  // version an origin number uses.
  return (published ?? everything) === everything && (await read(undefined)) === everything;
}

async function giveBack(
  { db, writerSlot, events, log, metrics }: AttemptResolverDeps,
  workspaceId: string,
  attemptId: string,
): Promise<void> {
  const settled = await settleAttemptWithoutCall(db, {
    workspaceId,
    attemptId,
    writerSlot,
    reason: 'not at the provider',
    decide: markAttemptAbsent,
    consequence: (recipient, campaignIsOpen) =>
      returnRecipientToQueue(recipient, 'Sin llamada en el proveedor', campaignIsOpen),
  });
  if (!settled) return;
  metrics.count('vocero_dials_resolved_total', { outcome: 'absent' });
  log.info(
    { workspaceId, attemptId },
    'attempt without an answer never reached the provider: its recipient waits again',
  );
  events.emit('campaigns.changed', { workspaceId, campaignIds: [settled.campaignId] });
  events.emit('dispatch.due', { workspaceId });
}

async function leaveUnconfirmed(
  { db, writerSlot, events, log, journal, metrics }: AttemptResolverDeps,
  workspaceId: string,
  attemptId: string,
): Promise<void> {
  const settled = await settleAttemptWithoutCall(db, {
    workspaceId,
    attemptId,
    writerSlot,
    reason: 'could not be found out',
    decide: markAttemptUnconfirmed,
    consequence: markRecipientUnconfirmed,
  });
  if (!settled) return;
  metrics.count('vocero_dials_resolved_total', { outcome: 'unconfirmed' });
  log.error({ workspaceId, attemptId }, 'attempt could not be confirmed: it is not redialled by itself');
  journal.addUp({ workspaceId, campaignId: settled.campaignId }, 'unconfirmed', { count: 1 });
  events.emit('attempt.unconfirmed', { workspaceId, campaignId: settled.campaignId, attemptId });
  events.emit('campaigns.changed', { workspaceId, campaignIds: [settled.campaignId] });
}

function spacingMs({ dialSettleSeconds, tuning }: AttemptResolverDeps): number {
  return Math.min(15_000, Math.max(tuning.lookupSpacingMs, (dialSettleSeconds * 1_000) / 8));
}
