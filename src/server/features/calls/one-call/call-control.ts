/**
 * Ends a live call, first at the provider and then here by the provider's data, so that nobody waits for the webhook.
 * Stopped campaigns use `endCall` too.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { callsEndpoints } from '../../../../contract/calls.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { ProviderError, type Provider } from '../../../platform/provider/provider.ts';
import type { Audit } from '../../audit/index.ts';
import { findCallToEnd } from './call-detail-query.ts';
import type { CallIngest } from '../state/call-ingest.ts';
import { lookUpCall } from '../reconcile/reconcile-lookup.ts';

export interface CallControlDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly audit: Audit;
  readonly directory: { providerOf(workspaceId: string): Promise<Provider> };
  readonly ingest: CallIngest;
  readonly clock: Clock;
}

export type EndCallDeps = Pick<CallControlDeps, 'directory' | 'ingest' | 'clock'>;

/**
 * Ends a live call at the provider. `was_over` means that the call had already ended, and that its data are now stored.
 * Throws ProviderError if the call may still be live.
 */
export async function endCall(deps: EndCallDeps, workspaceId: string, callId: string): Promise<'ended' | 'was_over'> {
  const provider = await deps.directory.providerOf(workspaceId);
  try {
    await provider.stopCall(callId);
    return 'ended';
  } catch (error) {
    const isRefusal = error instanceof ProviderError && (error.kind === 'refused' || error.kind === 'not_found');
    if (isRefusal && (await isOverAtProvider(deps, workspaceId, callId))) return 'was_over';
    throw error;
  }
}

/**
 * True if the provider refused a request because the call has ended. The call's data are then stored; a call unknown to
 * the provider is left to reconciliation. False if the provider can't be asked.
 */
export async function isOverAtProvider(deps: EndCallDeps, workspaceId: string, callId: string): Promise<boolean> {
  try {
    const call = await lookUpCall(deps, workspaceId, callId);
    return call === null || (call.call_status !== 'registered' && call.call_status !== 'ongoing');
  } catch {
    return false;
  }
}

export function registerCallControl(binder: EndpointBinder, deps: CallControlDeps): void {
  binder.bind(callsEndpoints.hangUpCall, async ({ identity, workspaceId, params, request }) => {
    const call = await findCallToEnd(deps.db, workspaceId, params.id);
    if (!call) throw new AppError('not_found');
    if (call.isOver) throw new AppError('call_over');
    const { userId, username } = identity;
    // A person's request to end a call is audited before it is sent, so that every request is recorded.
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
    ending = await endCall(deps, workspaceId, callId);
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('provider_unavailable', { cause: error });
    throw error;
  }
  if (ending === 'was_over') throw new AppError('call_over');
  try {
    await lookUpCall(deps, workspaceId, callId);
  } catch (error) {
    deps.log.warn({ err: error, workspaceId, callId }, 'how a call ended that was hung up could not be learnt yet');
  }
}
