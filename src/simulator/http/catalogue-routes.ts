// Simulated HTTP routes for agents, phone numbers and contacts, with the provider's paging.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SimulatedAccount } from '../account.ts';
import { findSimulatedAgent } from '../account.ts';
import { toSimulatedAgentListItem, findSimulatedAgentVersion } from '../agent-catalogue.ts';
import type { StoredSimulatedContact, SimulatedContact } from '../contacts.ts';
import {
  wrapSimulatedRouteWithKeyCheckAndFaults,
  paginateSimulatedList,
  parseSimulatedRequestPart,
} from './context.ts';
import type { SimulatorRouteContext } from './context.ts';
import { createSimulatedBadRequestRefusal, createSimulatedNotFoundRefusal } from './refusals.ts';

const contactChange = z.looseObject({
  do_not_call: z.boolean().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  contact_memory: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** Custom fields. Null clears a field. */
  custom_fields: z.record(z.string(), z.unknown()).optional(),
});

const agentFilter = z.looseObject({
  filter_criteria: z
    .looseObject({
      channel: z
        .looseObject({
          op: z.enum(['eq', 'ne', 'sw', 'ew', 'co']),
          type: z.literal('string'),
          value: z.enum(['voice', 'chat']),
        })
        .optional(),
      query: z.string().optional(),
    })
    .optional(),
});
const versionQuery = z.looseObject({ version: z.union([z.coerce.number(), z.string()]).optional() });

export function registerSimulatedAgentAndContactRoutes(app: FastifyInstance, context: SimulatorRouteContext): void {
  app.post(
    '/v2/list-agents',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
      const { filter_criteria: filter } = parseSimulatedRequestPart(agentFilter, request.body);
      const query = filter?.query?.toLowerCase();
      const wantsVoice =
        filter?.channel === undefined || (filter.channel.value === 'voice') !== (filter.channel.op === 'ne');
      const items = account.agents
        .filter(({ wire }) => wantsVoice && (query === undefined || wire.agent_name.toLowerCase().includes(query)))
        .map(toSimulatedAgentListItem)
        .sort((left, right) => right.user_modified_timestamp - left.user_modified_timestamp);
      return paginateSimulatedList(items, request.query);
    }),
  );

  app.get(
    '/get-agent/:agent_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
      const agent = agentOf(account, (request.params as { agent_id: string }).agent_id);
      const { version } = parseSimulatedRequestPart(versionQuery, request.query);
      const found = findSimulatedAgentVersion(agent, version);
      if (found === undefined) throw createSimulatedNotFoundRefusal();
      return found.wire;
    }),
  );

  app.get(
    '/v2/list-phone-numbers',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) =>
      paginateSimulatedList(account.numbers, request.query),
    ),
  );

  app.get(
    '/get-contact-by-phone/:phone_number',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request): SimulatedContact => {
      const { phone_number } = request.params as { phone_number: string };
      return contactOf(account, ({ wire }) => wire.phone_number === phone_number).wire;
    }),
  );

  app.get(
    '/get-contact/:contact_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request): SimulatedContact => {
      const { contact_id } = request.params as { contact_id: string };
      return contactOf(account, ({ wire }) => wire.contact_id === contact_id).wire;
    }),
  );

  app.patch(
    '/update-contact/:contact_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request): SimulatedContact => {
      const { contact_id } = request.params as { contact_id: string };
      const { wire, isSynced } = contactOf(account, ({ wire: each }) => each.contact_id === contact_id);
      const { custom_fields: fields = {}, ...change } = parseSimulatedRequestPart(contactChange, request.body);
      if (isSynced) throw createSimulatedBadRequestRefusal('Contact is managed by a CRM sync and cannot be updated.');
      Object.assign(wire, change);
      for (const [name, value] of Object.entries(fields)) {
        if (value === null) Reflect.deleteProperty(wire.custom_fields, name);
        else wire.custom_fields[name] = value;
      }
      return wire;
    }),
  );

  app.get(
    '/get-phone-number/:phone_number',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
      const number = account.numbers.find(
        ({ phone_number }) => phone_number === (request.params as { phone_number: string }).phone_number,
      );
      if (number === undefined) throw createSimulatedNotFoundRefusal();
      return number;
    }),
  );
}

function contactOf(
  account: SimulatedAccount,
  isIt: (contact: StoredSimulatedContact) => boolean,
): StoredSimulatedContact {
  const contact = [...account.contacts.values()].find(isIt);
  if (contact === undefined) throw createSimulatedNotFoundRefusal(404);
  return contact;
}

function agentOf(account: SimulatedAccount, agentId: string): NonNullable<ReturnType<typeof findSimulatedAgent>> {
  const agent = findSimulatedAgent(account, agentId);
  if (agent === undefined) throw createSimulatedNotFoundRefusal();
  return agent;
}
