// Agents and phone numbers, paged as the provider pages them.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account } from '../account.ts';
import { findAgent } from '../account.ts';
import { agentItemOf, inVersion } from '../agent-catalogue.ts';
import { guarded, pageOf, readAs } from './context.ts';
import type { ProviderContext } from './context.ts';
import { notFound } from './refusals.ts';

/** Contacts exist for marked numbers alone. */
export interface SimulatedContact {
  readonly contact_id: string;
  readonly phone_number: string;
  readonly do_not_call: true;
}

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

export function registerCatalogueRoutes(app: FastifyInstance, context: ProviderContext): void {
  app.post(
    '/v2/list-agents',
    guarded(context, (account, request) => {
      const { filter_criteria: filter } = readAs(agentFilter, request.body);
      const query = filter?.query?.toLowerCase();
      const wantsVoice =
        filter?.channel === undefined || (filter.channel.value === 'voice') !== (filter.channel.op === 'ne');
      const items = account.agents
        .filter(({ wire }) => wantsVoice && (query === undefined || wire.agent_name.toLowerCase().includes(query)))
        .map(agentItemOf)
        .sort((left, right) => right.user_modified_timestamp - left.user_modified_timestamp);
      return pageOf(items, request.query);
    }),
  );

  app.get(
    '/get-agent/:agent_id',
    guarded(context, (account, request) => {
      const agent = agentOf(account, (request.params as { agent_id: string }).agent_id);
      const { version } = readAs(versionQuery, request.query);
      const found = inVersion(agent, version);
      if (found === undefined) throw notFound();
      return found.wire;
    }),
  );

  app.get(
    '/v2/list-phone-numbers',
    guarded(context, (account, request) => pageOf(account.numbers, request.query)),
  );

  app.get(
    '/get-contact-by-phone/:phone_number',
    guarded(context, (account, request): SimulatedContact => {
      const { phone_number } = request.params as { phone_number: string };
      if (!account.doNotCallContacts.has(phone_number)) throw notFound(404);
      return { contact_id: `contact_${phone_number.slice(1)}`, phone_number, do_not_call: true };
    }),
  );

  app.get(
    '/get-phone-number/:phone_number',
    guarded(context, (account, request) => {
      const number = account.numbers.find(
        ({ phone_number }) => phone_number === (request.params as { phone_number: string }).phone_number,
      );
      if (number === undefined) throw notFound();
      return number;
    }),
  );
}

function agentOf(account: Account, agentId: string): NonNullable<ReturnType<typeof findAgent>> {
  const agent = findAgent(account, agentId);
  if (agent === undefined) throw notFound();
  return agent;
}
