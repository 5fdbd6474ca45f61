/** The provider's agents and phone numbers, cached per workspace so that they are available if the provider is down. */
import { agentsEndpoints, type PhoneNumber } from '../../../contract/agents.ts';
import { wirePostCallAnalysisItemSchema, type WireAgent } from '../../../retell/wire-agent.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import { ProviderError, type AgentPostCallAnalysisItem } from '../../platform/provider/provider.ts';
import type { ProviderCacheKind } from './agent-store.ts';
import { createAgentCache, type AgentCacheDeps, type CachedAgentsAndPhoneNumbers } from './agent-cache.ts';
import { createAgentWebhookManager, type AgentWebhookManagerDeps } from './agent-webhooks.ts';
import { getAgentName, toAgentResponse, toPhoneNumberResponse } from './agent-shape.ts';
import { isOwnWebhookUrl } from './events-place.ts';
import { findRequiredAnalysisFieldsByAgent } from './required-fields-query.ts';

export { buildAgentNameSql, findAgentNames } from './agent-name-query.ts';
export { createAgentNamesCallChangeParticipant } from './agent-names-participant.ts';
export { findRequiredAnalysisFieldsByAgent } from './required-fields-query.ts';

export interface AgentsDeps
  extends
    Omit<AgentCacheDeps, 'directory'>,
    Omit<AgentWebhookManagerDeps, 'readLists' | 'refreshAnew' | 'isRefreshing'> {
  readonly events: EventBus;
}

/** An agent that the provider lists today. */
export interface ListedProviderAgent {
  readonly id: string;
  readonly name: string;
  readonly version: number | null;
  /**
   * The agent's post-call analysis items as the provider sent them. A create-call request that overrides one item must
   * send all of them.
   */
  readonly analysisItems: readonly AgentPostCallAnalysisItem[];
  /** The agent as the provider sent it. */
  readonly raw: WireAgent;
}

export interface AgentsFeature extends ServerFeature {
  /**
   * Finds an agent in its newest version. Null if the provider no longer lists it. Throws AppError `key_rejected`, or
   * `provider_unavailable` if the provider, or just the agent's details, can't be read.
   */
  findAgent(workspaceId: string, agentId: string): Promise<ListedProviderAgent | null>;
  /**
   * Asks the provider for an agent's version by number or tag. Null if the version does not exist. Also null if a tag
   * asks for a published version and there is none. Throws as `findAgent` does.
   */
  findAgentVersion(workspaceId: string, agentId: string, version: string | number): Promise<ListedProviderAgent | null>;
  /** Finds a phone number (E.164) at the provider, or null. Throws `key_rejected` or `provider_unavailable`. */
  findPhoneNumber(workspaceId: string, phoneNumber: string): Promise<PhoneNumber | null>;
  listPhoneNumbers(workspaceId: string): Promise<readonly PhoneNumber[]>;
  /**
   * Refreshes agents and numbers from the provider and waits for it. The result has every change that the provider knew
   * when this was called. Throws the same errors as `findAgent`.
   */
  refresh(workspaceId: string): Promise<void>;
  /** Resolves once the workspace's agents are loaded, or loading them from the provider has failed. Never throws. */
  learn(workspaceId: string): Promise<void>;
  /** Returns a function that checks whether a webhook URL is this workspace's own. */
  ownAddressTest(workspaceId: string): Promise<(url: string) => boolean>;
  /** Finds the agents' required analysis fields. If an agent is unknown, a background refresh of agents starts. */
  findRequiredFields: typeof findRequiredAnalysisFieldsByAgent;
}

/** Error messages if agents or phone numbers can't be loaded. `key_rejected`: the provider answered 401 or 403. */
const loadFailures = {
  agent: {
    key_rejected: 'Error al cargar los agentes. Verifica que la API key de Retell.AI esté configurada correctamente.',
    provider_unavailable: 'Error al cargar los agentes. Retell no respondió: intenta de nuevo en unos minutos.',
  },
  phone_number: {
    key_rejected: 'Error al cargar los números. Verifica que la API key de Retell.AI esté configurada correctamente.',
    provider_unavailable: 'Error al cargar los números. Retell no respondió: intenta de nuevo en unos minutos.',
  },
} as const satisfies Record<ProviderCacheKind, object>;
/** Minimum time in ms between two requests to the provider for agents or phone numbers that are not in the cache. */
const askAgainMs = 10_000;

export function createAgentsFeature(deps: AgentsDeps): AgentsFeature {
  const cache = createAgentCache(deps);
  const webhooks = createAgentWebhookManager({
    ...deps,
    readLists: (workspaceId) => orAppError(cache.read(workspaceId, 'agent')),
    async refreshAnew(workspaceId) {
      cache.refreshAnew(workspaceId);
      await cache.learn(workspaceId);
    },
    isRefreshing: (workspaceId) => cache.isRefreshing(workspaceId),
  });
  let stopListening: (() => void) | undefined;

  /** Finds an agent or number in the cache. If it is not there, asks the provider. */
  async function find<T>(
    workspaceId: string,
    kind: ProviderCacheKind,
    pick: (lists: CachedAgentsAndPhoneNumbers) => T | undefined,
  ): Promise<T | null> {
    const found = pick(await orAppError(cache.read(workspaceId, kind), kind));
    if (found !== undefined) return found;
    const askedAtMs = cache.askedAtMs(workspaceId, kind);
    if (askedAtMs !== null && deps.clock.monotonicMs() - askedAtMs < askAgainMs) return null;
    await orAppError(cache.refresh(workspaceId, kind), kind);
    return pick(await orAppError(cache.read(workspaceId, kind), kind)) ?? null;
  }

  /** Asks the provider for a version of the agent, by default the newest; null if the version does not exist. */
  async function askAgent(workspaceId: string, agentId: string, version?: string | number): Promise<WireAgent | null> {
    const provider = await deps.directory.providerOf(workspaceId);
    try {
      return await provider.getAgent(agentId, version);
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'not_found') return null;
      throw error;
    }
  }

  async function listAgents(workspaceId: string, mayKnowAddress: boolean) {
    const [{ agents, ...asked }, own] = await Promise.all([
      orAppError(cache.read(workspaceId, 'agent')),
      webhooks.ownWebhookOf(workspaceId),
    ]);
    const shaped = agents.map((agent) => toAgentResponse(agent, own, mayKnowAddress));
    const sorted = shaped.toSorted((a, b) => compare(a.agent_name, b.agent_name) || compare(a.agent_id, b.agent_id));
    return { ...asked, agents: sorted };
  }

  async function listPhoneNumbers(workspaceId: string): Promise<readonly PhoneNumber[]> {
    const { phoneNumbers } = await orAppError(cache.read(workspaceId, 'phone_number'), 'phone_number');
    return phoneNumbers.map(toPhoneNumberResponse).toSorted((a, b) => compare(a.phone_number, b.phone_number));
  }

  return {
    name: 'agents',
    listPhoneNumbers,
    async refresh(workspaceId) {
      if (cache.isRefreshing(workspaceId)) cache.refreshAnew(workspaceId);
      await orAppError(cache.refresh(workspaceId));
    },
    learn: (workspaceId) => cache.learn(workspaceId),
    async findRequiredFields(tx, workspaceId, agentIds) {
      const found = await findRequiredAnalysisFieldsByAgent(tx, workspaceId, agentIds);
      if (found.size < agentIds.length) cache.refreshIfStale(workspaceId);
      return found;
    },
    async ownAddressTest(workspaceId) {
      const own = await webhooks.ownWebhookOf(workspaceId);
      return (url) => isOwnWebhookUrl(url, own);
    },
    async findAgent(workspaceId, agentId) {
      const raw = await find(workspaceId, 'agent', ({ agents }) => agents.find((agent) => agent.agent_id === agentId));
      // If the details of an agent could not be read with the list, only its name is cached. Its details are then read
      // now.
      const known = raw && (raw.version == null ? await orAppError(askAgent(workspaceId, agentId)) : raw);
      return known && toFound(known);
    },
    async findAgentVersion(workspaceId, agentId, version) {
      const raw = await orAppError(askAgent(workspaceId, agentId, version));
      const isAnother = typeof version === 'number' && raw?.version != null && raw.version !== version;
      const isDraft = version === 'latest_published' && raw?.is_published === false;
      return raw === null || isAnother || isDraft ? null : toFound(raw);
    },
    async findPhoneNumber(workspaceId, phoneNumber) {
      const raw = await find(workspaceId, 'phone_number', ({ phoneNumbers }) =>
        phoneNumbers.find((number) => number.phone_number === phoneNumber),
      );
      return raw === null ? null : toPhoneNumberResponse(raw);
    },
    registerRoutes(binder) {
      webhooks.registerRoutes(binder);
      binder.bind(agentsEndpoints.listProviderAgents, async ({ workspaceId, identity, role, reply }) => {
        const mayKnowAddress = role === 'admin' && identity.tokenId === null;
        const { agents, fetchedAt, isAway } = await listAgents(workspaceId, mayKnowAddress);
        if (fetchedAt) reply.header('x-fetched-at', fetchedAt.toISOString());
        if (isAway) reply.header('x-fetch-failed', 'true');
        return agents;
      });
      binder.bind(agentsEndpoints.listAgents, async ({ workspaceId }) =>
        (await listAgents(workspaceId, false)).agents.map(({ agent_id, agent_name }) => ({ agent_id, agent_name })),
      );
      binder.bind(agentsEndpoints.listPhoneNumbers, async ({ workspaceId }) => [
        ...(await listPhoneNumbers(workspaceId)),
      ]);
    },
    async start() {
      const listeners = [
        deps.events.on('workspace.key_added', ({ workspaceId }) => cache.refreshAnew(workspaceId)),
        // Repeat a running refresh of agents if another server reports a change, because the running refresh might
        // store agents from before it.
        deps.events.on('workspace.changed_elsewhere', ({ workspaceId }) => {
          if (cache.isRefreshing(workspaceId)) cache.refreshAnew(workspaceId);
        }),
      ];
      stopListening = () => listeners.forEach((stop) => stop());
    },
    async stop() {
      stopListening?.();
      await cache.settle();
    },
  };
}

const { compare } = new Intl.Collator('es');

async function orAppError<T>(asking: Promise<T>, kind: ProviderCacheKind = 'agent'): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const code = error.kind === 'key_rejected' ? 'key_rejected' : 'provider_unavailable';
    throw new AppError(code, { message: loadFailures[kind][code], cause: error });
  }
}

function toFound(raw: WireAgent): ListedProviderAgent {
  return {
    id: raw.agent_id,
    name: getAgentName(raw),
    version: raw.version ?? null,
    analysisItems: (raw.post_call_analysis_data ?? []).filter(isSendable),
    raw,
  };
}

/** True if a post-call analysis item is complete. The provider would refuse every call with an incomplete item. */
function isSendable(item: unknown): item is AgentPostCallAnalysisItem {
  return wirePostCallAnalysisItemSchema.safeParse(item).success;
}
