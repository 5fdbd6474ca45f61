/** One call asked for at the provider and taken in: what every look-up by id does, whoever needs it. */
import type { WireCall } from '../../../../retell/wire-call.ts';
import { ProviderError, type Provider } from '../../../platform/provider/provider.ts';
import type { AnalysisRun } from '../state/call-fields.ts';
import type { CallIngest } from '../state/call-ingest.ts';

export interface LookupDeps {
  readonly directory: { providerOf(workspaceId: string): Promise<Provider> };
  readonly ingest: CallIngest;
}

/**
 * Resolves once what get-call answered is stored; null when the provider does not know the call. Throws ProviderError.
 * `analysisRun`: whose analysis it carries, if that is known.
 */
export async function lookUpCall(
  deps: LookupDeps,
  workspaceId: string,
  callId: string,
  analysisRun?: AnalysisRun,
): Promise<WireCall | null> {
  const provider = await deps.directory.providerOf(workspaceId);
  const call = await provider.getCall(callId);
  // An answer about another call proves nothing about this one.
  if (call && call.call_id !== callId) throw new ProviderError('unavailable', 'get-call answered with another call');
  if (call) await deps.ingest.record(workspaceId, { event: 'call_snapshot', call, source: 'reconcile', analysisRun });
  return call;
}
