/**
 * Reduces a webhook of a switched-off event type to the fact that the provider has the call. This proves that the
 * attempt was accepted, so that it is never dialled again.
 */
import type { WireWebhook } from '../../../../retell/wire-webhook.ts';
import { attemptIdOf } from '../state/call-observation.ts';
import type { CallReport } from '../state/call-ingest.ts';

/** Fields that identify a call and its attempt; they are true from its first moment on. */
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
 * Builds a report of a registered call, the weakest evidence, so that any other report outranks it. Null if the webhook
 * names no attempt, because there is nothing to prove.
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
