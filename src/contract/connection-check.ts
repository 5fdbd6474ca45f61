/** The connection check: the assumptions about the provider that reading a workspace's account can judge. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

export const connectionChecks = [
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
export type ConnectionCheck = (typeof connectionChecks)[number];

export const checkVerdicts = ['holds', 'differs', 'unclear'] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];

/** A judged assumption. `text` states it; `reason` says why it differs or is unclear. Both are free of account data. */
export const checkedRow = z.object({
  check: z.enum(connectionChecks),
  verdict: z.enum(checkVerdicts),
  text: z.string(),
  reason: z.string().nullable(),
});
export type CheckedRow = z.infer<typeof checkedRow>;

export const connectionCheckEndpoints = {
  /** Reads only, for at most a minute, one check at a time per workspace. Audited. `report` is the anonymised file. */
  checkConnection: endpoint('checkConnection', {
    access: { role: 'admin', workspace: 'path' },
    params: z.object({ id: uuid }),
    response: z.object({ rows: z.array(checkedRow), report: z.record(z.string(), z.unknown()) }),
  }),
};
