// Simulated PATCH /v2/update-live-call/{call_id}: adds context for the agent and changes fields of an ongoing call.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dataStorageSettings } from '../../retell/index.ts';
import type { SimulatedLiveFeeds } from '../live/live-feeds.ts';
import {
  wrapSimulatedRouteWithKeyCheckAndFaults,
  assertSimulatedApiKeyMayWrite,
  parseSimulatedRequestPart,
} from './context.ts';
import type { SimulatorRouteContext } from './context.ts';
import { createSimulatedNotFoundRefusal, SimulatedProviderRefusal } from './refusals.ts';

/** The shape of the SDK's CallUpdateLiveResponse. */
export interface SimulatedLiveCallUpdateAnswer {
  success: true;
}

const updateSchema = z.strictObject({
  call_control: z
    .strictObject({ additional_context: z.string().trim().min(1), trigger_response: z.boolean().optional() })
    .optional(),
  fields_to_override: z
    .strictObject({
      override_dynamic_variables: z.record(z.string(), z.string()).optional(),
      metadata: z.record(z.string(), z.unknown()).optional(),
      data_storage_setting: z.enum(dataStorageSettings).optional(),
    })
    .optional(),
});

export function registerSimulatedLiveCallRoutes(
  app: FastifyInstance,
  context: SimulatorRouteContext & { feeds: SimulatedLiveFeeds },
): void {
  const { feeds } = context;

  app.patch(
    '/v2/update-live-call/:call_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
      assertSimulatedApiKeyMayWrite(account);
      const { call_control: control, fields_to_override: fields = {} } = parseSimulatedRequestPart(
        updateSchema,
        request.body,
      );
      const record = account.calls.get((request.params as { call_id: string }).call_id);
      if (record === undefined) throw createSimulatedNotFoundRefusal(404);
      if (record.phase !== 'ongoing' || record.outcome.agentMs !== undefined)
        throw new SimulatedProviderRefusal(422, 'The call is not ongoing.');
      if (fields.metadata !== undefined) record.metadata = fields.metadata;
      if (fields.data_storage_setting !== undefined) record.storage = fields.data_storage_setting;
      if (fields.override_dynamic_variables !== undefined)
        record.overriddenVariables = {
          ...(record.overriddenVariables ?? record.dynamicVariables),
          ...fields.override_dynamic_variables,
        };
      if (control !== undefined) {
        feeds.append(record, { role: 'injected', content: control.additional_context });
        if (control.trigger_response === true)
          feeds.append(record, { role: 'agent', content: 'Entendido. Lo tengo en cuenta.' });
      }
      return { success: true } satisfies SimulatedLiveCallUpdateAnswer;
    }),
  );
}
