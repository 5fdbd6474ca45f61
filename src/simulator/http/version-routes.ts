// Routes of the provider simulator that create, edit and publish agent drafts, as the provider documents them. For an
// agent's prompt or conversation flow, the simulator stores only the fields that were changed.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findSimulatedAgent } from '../account.ts';
import type { SimulatedAccount } from '../account.ts';
import { findSimulatedAgentVersion } from '../agent-catalogue.ts';
import type { SimulatedAgent, SimulatedWireAgent } from '../agent-catalogue.ts';
import {
  addSimulatedAgentDraft,
  findChangeableSimulatedAgentVersion,
  listSimulatedAgentVersions,
} from '../agent-versions.ts';
import {
  wrapSimulatedRouteWithKeyCheckAndFaults,
  assertSimulatedApiKeyMayWrite,
  paginateSimulatedList,
  parseSimulatedRequestPart,
} from './context.ts';
import type { SimulatorRouteContext } from './context.ts';
import { createSimulatedBadRequestRefusal, createSimulatedNotFoundRefusal } from './refusals.ts';

const versionQuery = z.looseObject({ version: z.union([z.coerce.number(), z.string()]).optional() });
const wanted = z.looseObject({ version: z.number().int().min(0) });
const based = z.looseObject({ base_version: z.number().int().min(0) });

export function registerSimulatedAgentVersionRoutes(app: FastifyInstance, context: SimulatorRouteContext): void {
  const engineTexts = new Map<string, object>();

  app.get(
    '/list-agent-versions/:agent_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) =>
      paginateSimulatedList(listSimulatedAgentVersions(agentNamed(account, request)), request.query),
    ),
  );

  app.post(
    '/create-agent-version/:agent_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request, reply) => {
      assertSimulatedApiKeyMayWrite(account);
      const agent = agentNamed(account, request);
      const base = findSimulatedAgentVersion(agent, parseSimulatedRequestPart(based, request.body).base_version)?.wire;
      if (base === undefined) throw createSimulatedNotFoundRefusal();
      const draft = addSimulatedAgentDraft(agent, base);
      engineTexts.set(engineKey(draft), engineTexts.get(engineKey(base)) ?? {});
      return reply.code(201).send(draft);
    }),
  );

  app.patch(
    '/update-agent/:agent_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
      assertSimulatedApiKeyMayWrite(account);
      const agent = agentNamed(account, request);
      const draft = findChangeableSimulatedAgentVersion(
        agent,
        parseSimulatedRequestPart(versionQuery, request.query).version,
      );
      if (draft === undefined) throw createSimulatedNotFoundRefusal();
      if (draft.is_published) throw createSimulatedBadRequestRefusal('Cannot update a published agent version.');
      return Object.assign(draft, request.body, {
        version: draft.version,
        is_published: false,
        last_modification_timestamp: Date.now(),
      });
    }),
  );

  app.post(
    '/publish-agent-version/:agent_id',
    wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request, reply) => {
      assertSimulatedApiKeyMayWrite(account);
      const agent = agentNamed(account, request);
      const draft = findChangeableSimulatedAgentVersion(agent, parseSimulatedRequestPart(wanted, request.body).version);
      if (draft === undefined) throw createSimulatedNotFoundRefusal();
      if (draft.is_published) throw createSimulatedBadRequestRefusal('Agent version is already published.');
      draft.is_published = true;
      agent.publishedLast = draft.version;
      if (!context.faults.strikes(context.faults.plan.publishing?.answerLost)) return reply.code(200).send();
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }),
  );

  for (const [name, id] of [
    ['retell-llm', 'llm_id'],
    ['conversation-flow', 'conversation_flow_id'],
  ] as const) {
    app.get(
      `/get-${name}/:id`,
      wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
        const agent = agentOfEngine(account, request);
        const { response_engine: engine, last_modification_timestamp, is_published } = agent;
        return {
          [id]: engineIdOf(agent),
          version: engine.version,
          is_published,
          last_modification_timestamp,
          ...engineTexts.get(engineKey(agent)),
        };
      }),
    );
    app.patch(
      `/update-${name}/:id`,
      wrapSimulatedRouteWithKeyCheckAndFaults(context, (account, request) => {
        const agent = agentOfEngine(account, request);
        if (agent.is_published) throw createSimulatedBadRequestRefusal('Cannot update a published version.');
        engineTexts.set(engineKey(agent), { ...engineTexts.get(engineKey(agent)), ...(request.body as object) });
        return { [id]: engineIdOf(agent), version: agent.response_engine.version };
      }),
    );
  }
}

function agentNamed(account: SimulatedAccount, request: FastifyRequest): SimulatedAgent {
  const agent = findSimulatedAgent(account, (request.params as { agent_id: string }).agent_id);
  if (agent === undefined) throw createSimulatedNotFoundRefusal();
  return agent;
}

function engineIdOf({ response_engine: engine }: SimulatedWireAgent): string {
  return 'llm_id' in engine ? engine.llm_id : engine.conversation_flow_id;
}

function engineKey(agent: SimulatedWireAgent): string {
  return `${engineIdOf(agent)}/${agent.response_engine.version}`;
}

function agentOfEngine(account: SimulatedAccount, request: FastifyRequest): SimulatedWireAgent {
  const { version } = parseSimulatedRequestPart(versionQuery, request.query);
  const all = account.agents
    .flatMap(({ versions }) => versions.toReversed())
    .filter((each) => engineIdOf(each) === (request.params as { id: string }).id);
  const agent = version === undefined ? all[0] : all.find((each) => each.response_engine.version === version);
  if (agent === undefined) throw createSimulatedNotFoundRefusal();
  return agent;
}
