/**
 * What remains of a webhook whose event type is switched off: not how the call goes, only that the provider has it.
 * An attempt that is proven accepted is never dialled again, whatever a workspace wants to hear of its calls.
 */
import type { WireWebhook } from '../../../../retell/wire-webhook.ts';
import { attemptIdOf } from '../state/call-observation.ts';
import type { CallReport } from '../state/call-ingest.ts';

/** Who calls whom, by which attempt: true of the call from its first moment on. */
const identifying = [
  'call_id',
  'call_type',
  'direction',
  'from_number',
  'to_number',
  'agent_id',
  'agent_version',
  'metadata',
] as const;

/**
 * A report of a call that is registered and no more, the weakest there is: whatever anything else says of the call
 * stands above it. Null when the webhook names no attempt: then there is nothing to prove.
 */
export function acceptanceProof({ event, call }: WireWebhook): CallReport | null {
  if (attemptIdOf({ event, call, source: 'webhook' }) === null) return null;
  const known = Object.fromEntries(identifying.map((name) => [name, call[name]]));
  return {
    event: 'call_snapshot',
    call: { ...known, call_id: call.call_id, call_status: 'registered' },
    source: 'webhook',
  };
}
