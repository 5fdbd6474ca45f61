/**
 * Ends a live call at the provider. Then stores the provider's data of the call, so that users need not wait for the
 * webhook. Stopped campaigns also end their calls in this way.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { callsEndpoints } from '../../../../contract/calls.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { ProviderError, type VoiceProvider } from '../../../platform/provider/provider.ts';
import type { AuditLog } from '../../audit/index.ts';
import { findCallStateAndAgent } from './call-detail-query.ts';
import type { CallIngest } from '../state/call-ingest.ts';
import { fetchAndStoreCall } from '../reconcile/reconcile-lookup.ts';

export interface CallControlDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly audit: AuditLog;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
  readonly ingest: CallIngest;
  readonly clock: Clock;
}

export type EndCallDeps = Pick<CallControlDeps, 'directory' | 'ingest' | 'clock'>;

/**
 * Ends a live call at the provider. Returns `was_over` if the call was already over; its data are then stored. Throws
 * ProviderError if the call may still be live.
 */
export async function endLiveCall(
  deps: EndCallDeps,
  workspaceId: string,
  callId: string,
): Promise<'ended' | 'was_over'> {
  const provider = await deps.directory.providerOf(workspaceId);
  try {
    await provider.stopCall(callId);
    return 'ended';
  } catch (error) {
    const isRefusal = error instanceof ProviderError && (error.kind === 'refused' || error.kind === 'not_found');
    if (isRefusal && (await fetchCallAndCheckIfOver(deps, workspaceId, callId))) return 'was_over';
    throw error;
  }
}

/**
 * Asks the provider whether a call is over, and stores the provider's data of the call. Also true if the provider does
 * not know the call, which reconciliation then closes. False if the provider can't be asked.
 */
export async function fetchCallAndCheckIfOver(
  deps: EndCallDeps,
  workspaceId: string,
  callId: string,
): Promise<boolean> {
  try {
    const call = await fetchAndStoreCall(deps, workspaceId, callId);
    return call === null || (call.call_status !== 'registered' && call.call_status !== 'ongoing');
  } catch {
    return false;
  }
}

export function registerEndCallRoute(binder: EndpointBinder, deps: CallControlDeps): void {
  binder.bind(callsEndpoints.hangUpCall, async ({ identity, workspaceId, params, request }) => {
    const call = await findCallStateAndAgent(deps.db, workspaceId, params.id);
    if (!call) throw new AppError('not_found');
    if (call.isOver) throw new AppError('call_over');
    const { userId, username } = identity;
    // The audit entry is written before the request to end the call, so that no request is missing from the log.
    const details = { agent: call.agentName ?? call.agentId };
    await deps.audit.record({
      workspaceId,
      userId,
      username,
      address: request.ip,
      action: 'call.hang_up_ordered',
      target: params.id,
      details,
    });
    await hangUp(deps, workspaceId, params.id);
    return undefined;
  });
}

async function hangUp(deps: CallControlDeps, workspaceId: string, callId: string): Promise<void> {
  let ending;
  try {
    ending = await endLiveCall(deps, workspaceId, callId);
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider_unavailable', { cause: error });
    throw error;
  }
  if (ending === 'was_over') throw new AppError('call_over');
  try {
    await fetchAndStoreCall(deps, workspaceId, callId);
  } catch (error) {
    deps.log.warn({ err: error, workspaceId, callId }, 'how a call ended that was hung up could not be learnt yet');
  }
}
