/**
 * Handles webhooks of event types that the workspace ignores. Such a webhook still proves that the provider accepted
 * the request to place the call, so it is reduced to that fact, and the person is never dialled twice.
 */
import type { WireWebhook } from '../../../../retell/wire-webhook.ts';
import { readCampaignAttemptId } from '../state/call-observation.ts';
import type { CallReport } from '../state/call-ingest.ts';

/** Fields that identify a call and its campaign attempt. They never change after the call's first report. */
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
 * Builds a report that a webhook's call is registered, without other data. It proves that the provider accepted the
 * call of a campaign attempt. Any other report of the call overrides it. Null if the webhook names no attempt.
 */
export function buildCallAcceptanceReport({ event, call }: WireWebhook): CallReport | null {
  if (readCampaignAttemptId({ event, call, source: 'webhook' }) === null) return null;
  const known = Object.fromEntries(identifying.map((name) => [name, call[name]]));
  return {
    event: 'call_snapshot',
    call: { ...known, call_id: call.call_id, call_status: 'registered' },
    source: 'webhook',
  };
}
