/**
 * Runs a call's analysis again on a user's request. The provider charges for it. The new analysis replaces the older
 * one, in whatever order reports arrive. If the provider's response is lost, the analysis is fetched when somebody next
 * opens the call.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { callsEndpoints } from '../../../../contract/calls.ts';
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { DiskSpaceState } from '../../../platform/disk-guard.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { ProviderError, type VoiceProvider, type ProviderFailureKind } from '../../../platform/provider/provider.ts';
import type { AuditLog, AuditEntry } from '../../audit/index.ts';
import { claimAnalysisRerun, endAnalysisRerunClaim, revertAnalysisRerunCount } from './analysis-rerun-store.ts';
import { findCallDetail } from './call-detail-query.ts';
import type { CallIngest } from '../state/call-ingest.ts';
import { parseWireCallAnalysis } from '../state/call-observation.ts';

export interface AnalysisRerunnerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
  readonly ingest: CallIngest;
  readonly storage: DiskSpaceState;
}

export interface AnalysisRerunner {
  /**
   * Runs the analysis again and resolves once it is stored. Throws AppError: `not_found`, `call_open`, `call_erased`,
   * `analysis_limit`, `conflict` during another run, `key_rejected`, or `provider_unavailable` with the known cause.
   */
  run(author: Author, callId: string): Promise<void>;
}

type Author = Pick<AuditEntry, 'userId' | 'username' | 'address'> & { readonly workspaceId: string };

/** Pauses in ms before each attempt to fetch a repeated analysis that the provider did not return at once. */
const looksAfterMs = [1_000, 2_000, 3_000, 4_000];

export function createAnalysisRerunner(deps: AnalysisRerunnerDeps): AnalysisRerunner {
  return {
    async run(author, callId) {
      const { workspaceId } = author;
      const { run, until } = await claim(deps, author, callId);
      let isStored = false;
      try {
        await order(deps, workspaceId, callId, run);
        isStored = true;
      } finally {
        await end(deps, workspaceId, callId, { until, isStored });
      }
    },
  };
}

export function registerAnalysisRerunRoute(binder: EndpointBinder, deps: AnalysisRerunnerDeps): void {
  const rerun = createAnalysisRerunner(deps);
  binder.bind(callsEndpoints.rerunCallAnalysis, async ({ identity, workspaceId, params, request }) => {
    const { userId, username } = identity;
    await rerun.run({ workspaceId, userId, username, address: request.ip }, params.id);
    const call = await findCallDetail(deps.db, workspaceId, params.id);
    if (!call) throw new AppError('not_found');
    return call.detail;
  });
}

interface HeldRun {
  readonly run: number;
  readonly until: Date;
}

/**
 * Claims a rerun of a call's analysis and writes the audit entry. Both precede the request for which the provider
 * charges.
 */
async function claim(
  { db, audit, clock, storage }: AnalysisRerunnerDeps,
  author: Author,
  callId: string,
): Promise<HeldRun> {
  if (storage.isFull()) throw new AppError('unavailable');
  const claimed = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const made = await claimAnalysisRerun(tx, author.workspaceId, callId, clock.now());
      if ('run' in made)
        await audit.record(
          { ...author, action: 'call.analysis_rerun', target: callId, details: { run: made.run } },
          tx,
        );
      return made;
    });
  if ('run' in claimed) return claimed;
  if (claimed.refusal === 'under_way')
    throw new AppError('conflict', { message: 'Esta llamada ya se está analizando de nuevo.' });
  throw new AppError(claimed.refusal);
}

/** Ends the claim of an analysis rerun. It never throws: if the database fails, the claim expires later. */
async function end(
  { db, log }: AnalysisRerunnerDeps,
  workspaceId: string,
  callId: string,
  how: Parameters<typeof endAnalysisRerunClaim>[3],
): Promise<void> {
  try {
    await endAnalysisRerunClaim(db, workspaceId, callId, how);
  } catch (error) {
    log.warn({ err: error, workspaceId, callId }, 'the end of an analysis could not be noted');
  }
}

async function order(deps: AnalysisRerunnerDeps, workspaceId: string, callId: string, run: number): Promise<void> {
  const provider = await deps.directory.providerOf(workspaceId);
  let call: WireCall | null;
  try {
    const answer = await provider.rerunAnalysis(callId);
    if (answer.call_id !== callId) throw new ProviderError('unavailable', 'the analysis of another call');
    call = parseWireCallAnalysis(answer) ? answer : await lookForAnalysis(deps, provider, callId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ err: error, workspaceId, callId, run }, 'an analysis that was to be run again failed');
    if (error.kind !== 'unavailable') await revertAnalysisRerunCount(deps.db, workspaceId, callId, run);
    throw failureOf(error);
  }
  if (!call) throw new AppError('provider_unavailable', { message: failures.unavailable });
  // Set the new analysis's request time to now, so that an analysis requested during the rerun does not replace it.
  await deps.ingest.record(workspaceId, {
    event: 'call_analyzed',
    call,
    source: 'reconcile',
    askedAt: deps.clock.now(),
  });
}

/** Polls the provider for a call until the response has an analysis. Returns null after ten seconds without one. */
async function lookForAnalysis(
  { clock, log }: AnalysisRerunnerDeps,
  provider: VoiceProvider,
  callId: string,
): Promise<WireCall | null> {
  for (const afterMs of looksAfterMs) {
    await clock.sleep(afterMs);
    try {
      const call = await provider.getCall(callId);
      if (call?.call_id === callId && parseWireCallAnalysis(call)) return call;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, callId }, 'an analysis under way could not be looked for');
    }
  }
  return null;
}

const failures = {
  unavailable:
    'Retell no confirmó el nuevo análisis. Puede que lo haga y lo cobre igual: mira la llamada en unos minutos antes de volver a pedirlo.',
  rate_limited: 'Retell está ocupado y no analizó la llamada. Intenta de nuevo en unos minutos.',
  not_found: 'Retell ya no tiene los datos de esta llamada: no se puede analizar de nuevo.',
} satisfies Partial<Record<ProviderFailureKind, string>>;

function failureOf(error: ProviderError): AppError {
  if (error.kind === 'key_rejected') return new AppError('key_rejected', { cause: error });
  const message =
    error.kind === 'refused' ? `Retell no quiso analizar la llamada: «${error.message}»` : failures[error.kind];
  return new AppError('provider_unavailable', { message, cause: error });
}
