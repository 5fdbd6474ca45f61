/**
 * Reduces a webhook of a switched-off event type to the fact that the provider has the call. This proves that the
 * provider accepted the attempt, so that it is never dialled again.
 */
import type { WireWebhook } from '../../../../retell/wire-webhook.ts';
import { attemptIdOf } from '../state/call-observation.ts';
import type { CallReport } from '../state/call-ingest.ts';

/** Fields of a call that identify it and its attempt. They have their final values from the first report on. */
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
 * Builds a report of a registered call, which any other report of the call outranks. Null if the webhook does not name
 * an attempt, because then there is nothing to prove.
 */
export function acceptanceReportOf({ event, call }: WireWebhook): CallReport | null {
  if (attemptIdOf({ event, call, source: 'webhook' }) === null) return null;
  const known = Object.fromEntries(identifying.map((name) => [name, call[name]]));
  return {
    event: 'call_snapshot',
    call: { ...known, call_id: call.call_id, call_status: 'registered' },
    source: 'webhook',
  };
}
