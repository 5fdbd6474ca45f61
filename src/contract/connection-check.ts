/** The connection check: it tests our assumptions about the provider by reading a workspace's account. */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';

export const providerAssumptionCheckIds = [
  'key',
  'concurrency',
  'concurrency_burst',
  'numbers',
  'numbers_paging',
  'number_bindings',
  'agents',
  'agents_paging',
  'agent_details',
  'agent_versions',
  'agent_words',
  'webhook_addresses',
  'calls',
  'calls_paging',
  'calls_order',
  'calls_by_time',
  'calls_by_metadata',
  'call_kinds',
  'call_details',
  'call_statuses',
  'call_reasons',
  'call_words',
  'call_times',
  'said_times',
  'call_costs',
  'unknown_fields',
  'order_keys',
] as const;
export type ProviderAssumptionCheckId = (typeof providerAssumptionCheckIds)[number];

export const connectionCheckVerdicts = ['holds', 'differs', 'unclear'] as const;
export type ConnectionCheckVerdict = (typeof connectionCheckVerdicts)[number];

/**
 * Result of the check of one assumption about the provider. `text` is the assumption. `reason` says why it does not
 * apply or is unclear; null if it applies.
 */
export const connectionCheckResultSchema = z.object({
  check: z.enum(providerAssumptionCheckIds),
  verdict: z.enum(connectionCheckVerdicts),
  text: z.string(),
  reason: z.string().nullable(),
});
export type ConnectionCheckResult = z.infer<typeof connectionCheckResultSchema>;

export const connectionCheckEndpoints = {
  /**
   * Runs the connection check, for at most a minute. Only one check runs at a time in a workspace. It changes nothing
   * in the provider account, and the audit log records it.
   */
  checkConnection: defineEndpoint('checkConnection', {
    access: { role: 'admin', workspace: 'path' },
    params: z.object({ id: uuidSchema }),
    response: z.object({ rows: z.array(connectionCheckResultSchema), report: z.record(z.string(), z.unknown()) }),
  }),
};
