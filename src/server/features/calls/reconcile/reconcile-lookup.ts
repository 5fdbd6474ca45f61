/** Fetches one call from the provider and stores it, for all features that need the call's current data. */
import type { WireCall } from '../../../../retell/wire-call.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ProviderError, type VoiceProvider } from '../../../platform/provider/provider.ts';
import type { CallIngest } from '../state/call-ingest.ts';

export interface FetchAndStoreCallDeps {
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
  readonly ingest: CallIngest;
  readonly clock: Pick<Clock, 'now'>;
}

/** Fetches a call from the provider and stores it. Null if the provider does not know it. Throws ProviderError. */
export async function fetchAndStoreCall(
  deps: FetchAndStoreCallDeps,
  workspaceId: string,
  callId: string,
): Promise<WireCall | null> {
  const provider = await deps.directory.providerOf(workspaceId);
  const askedAt = deps.clock.now();
  const call = await provider.getCall(callId);
  // Refuse a response about another call, because it does not show whether the requested call exists.
  if (call && call.call_id !== callId) throw new ProviderError('unavailable', 'get-call answered with another call');
  if (call) await deps.ingest.record(workspaceId, { event: 'call_snapshot', call, source: 'reconcile', askedAt });
  return call;
}
