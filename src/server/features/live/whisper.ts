/** Sends a person's hint (whisper) to the agent of a live call. The audit entry is written before the hint is sent. */
import { liveCallsEndpoints } from '../../../contract/live-calls.ts';
import { whisperLabels } from '../../../labels/whisper-es.ts';
import { AppError } from '../../platform/errors.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import { ProviderError, type VoiceProvider } from '../../platform/provider/provider.ts';
import type { AuditLog } from '../audit/index.ts';
import { findCallStateAndAgent, fetchCallAndCheckIfOver, type EndCallDeps } from '../calls/index.ts';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export interface WhisperDeps extends EndCallDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly audit: AuditLog;
}

export function registerWhisperRoute(binder: EndpointBinder, deps: WhisperDeps): void {
  binder.bind(liveCallsEndpoints.whisperToCall, async ({ identity, workspaceId, params, body, request }) => {
    const call = await findCallStateAndAgent(deps.db, workspaceId, params.id);
    if (!call) throw new AppError('not_found');
    if (call.isOver) throw new AppError('call_over');
    const { userId, username } = identity;
    await deps.audit.record({
      workspaceId,
      userId,
      username,
      address: request.ip,
      action: 'call.whispered',
      target: params.id,
      details: { agent: call.agentName ?? call.agentId, ...body },
    });
    await whisper(deps, workspaceId, params.id, body);
    return undefined;
  });
}

async function whisper(
  deps: WhisperDeps,
  workspaceId: string,
  callId: string,
  hint: Parameters<VoiceProvider['whisper']>[1],
): Promise<void> {
  try {
    const provider = await deps.directory.providerOf(workspaceId);
    await provider.whisper(callId, hint);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const isRefusal = error.kind === 'refused' || error.kind === 'not_found';
    if (isRefusal && (await fetchCallAndCheckIfOver(deps, workspaceId, callId))) throw new AppError('call_over');
    throw new AppError('provider_unavailable', {
      cause: error,
      ...(isRefusal && { message: whisperLabels.refused }),
    });
  }
}
