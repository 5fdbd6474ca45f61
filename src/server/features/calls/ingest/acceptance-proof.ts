/**
 * Handles webhooks of event types that the workspace ignores. Such a webhook proves that the provider accepted the
 * request to place the call. Only this fact is stored, so that the person is not dialled again.
 */
import type { WireWebhook } from '../../../../retell/wire-webhook.ts';
import { readCampaignAttemptId } from '../state/call-observation.ts';
import type { ProviderCallReport } from '../state/call-ingest.ts';

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
 * Builds a call report from a webhook whose event is otherwise ignored. The report says only that the call is
 * registered, which proves that the provider accepted a campaign's call. Any other data of the call replace it. Null if
 * the call belongs to no campaign.
 */
export function buildRegisteredCallReport({ event, call }: WireWebhook): ProviderCallReport | null {
  if (readCampaignAttemptId({ event, call, source: 'webhook' }) === null) return null;
  const known = Object.fromEntries(identifying.map((name) => [name, call[name]]));
  return {
    event: 'call_snapshot',
    call: { ...known, call_id: call.call_id, call_status: 'registered' },
    source: 'webhook',
  };
}
