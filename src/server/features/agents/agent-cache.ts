/**
 * Caches a workspace's agents and phone numbers. Readers get cached data at once, while a refresh runs in the
 * background.
 * A workspace has only one refresh at a time. A refresh requests the list of agents and the list of numbers, and either
 * may fail alone. If the provider is down, the cached data are kept.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { wireAgentSchema, type WireAgent } from '../../../retell/wire-agent.ts';
import { wirePhoneNumberSchema, type WirePhoneNumber } from '../../../retell/wire-number.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import { mapWithConcurrency } from '../../platform/provider/bounded-requests.ts';
import { ProviderError, type VoiceProvider } from '../../platform/provider/provider.ts';
import {
  findCachedProviderAgentsAndNumbers,
  replaceCachedProviderAgentsOrNumbers,
  type ProviderCacheKind,
} from './agent-store.ts';
import { readNewestAgentWithLiveWebhook } from './point-agent.ts';

export interface AgentCacheDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly directory: { providerOf(workspaceId: string): Promise<VoiceProvider> };
  readonly clock: Clock;
  readonly log: Logger;
  /** The event bus, which receives `agents.changed`. */
  readonly events: Pick<EventBus, 'emit'>;
}

export interface CachedAgentsAndPhoneNumbers {
  readonly agents: readonly WireAgent[];
  readonly phoneNumbers: readonly WirePhoneNumber[];
  /** Time at which this list was last received from the provider. Null if it never was. */
  readonly fetchedAt: Date | null;
  /** True if this server recently asked the provider for this list and the request failed. */
  readonly isAway: boolean;
}

export interface AgentCache {
  /** Reads cached agents or numbers. If none are cached yet, asks the provider and may throw ProviderError. */
  read(workspaceId: string, kind: ProviderCacheKind): Promise<CachedAgentsAndPhoneNumbers>;
  /**
   * Refreshes agents and numbers, or waits for a refresh that is already running. Throws ProviderError if the list
   * `kind` could not be refreshed. Without `kind`, throws if either list could not be refreshed.
   */
  refresh(workspaceId: string, kind?: ProviderCacheKind): Promise<void>;
  /** Refreshes in the background. Failures are logged. */
  refreshBehind(workspaceId: string): void;
  /**
   * Refreshes agents in the background. If a refresh is already running, another one follows it, because the running
   * one may use an API key that was replaced.
   */
  refreshAnew(workspaceId: string): void;
  isRefreshing(workspaceId: string): boolean;
  /** Refreshes agents and numbers in the background, unless a refresh ended recently. */
  refreshIfStale(workspaceId: string): void;
  /**
   * Waits for a running refresh of agents, or for the first one if none has succeeded yet. Returns at once if a refresh
   * failed recently. Never throws.
   */
  learn(workspaceId: string): Promise<void>;
  /** Time at which this server last got the agents or numbers, in the clock's monotonic ms; null if never. */
  askedAtMs(workspaceId: string, kind: ProviderCacheKind): number | null;
  /** Resolves when no refresh is running. */
  settle(): Promise<void>;
}

const freshForMs = 5 * 60_000;
/** Minimum time in ms between a failed refresh of agents and the next automatic one. */
const retryAfterMs = 30_000;
const requestsAtOnce = 4;

export function createAgentCache(deps: AgentCacheDeps): AgentCache {
  const underWay = new Map<string, Promise<void>>();
  const succeededAtMs = { agent: new Map<string, number>(), phone_number: new Map<string, number>() };
  const failedAtMs = { agent: new Map<string, number>(), phone_number: new Map<string, number>() };

  async function refresh(workspaceId: string, kind?: ProviderCacheKind): Promise<void> {
    try {
      await (underWay.get(workspaceId) ?? begin(workspaceId, ask(workspaceId)));
    } catch (error) {
      if (kind === undefined || failedAtMs[kind].has(workspaceId)) throw error;
    }
  }

  function begin(workspaceId: string, asking: Promise<void>): Promise<void> {
    const refreshing = asking.finally(() => {
      if (underWay.get(workspaceId) === refreshing) underWay.delete(workspaceId);
    });
    underWay.set(workspaceId, refreshing);
    return refreshing;
  }

  async function ask(workspaceId: string): Promise<void> {
    const fetched = await fetchAll(deps, workspaceId).catch((error: unknown) => ({
      agent: error,
      phone_number: error,
    }));
    for (const kind of cacheKinds) {
      if (fetched[kind] === null) failedAtMs[kind].delete(workspaceId);
      (fetched[kind] === null ? succeededAtMs : failedAtMs)[kind].set(workspaceId, deps.clock.monotonicMs());
    }
    const failure = fetched.agent ?? fetched.phone_number;
    if (failure !== null) throw failure;
  }

  function refreshBehind(workspaceId: string): void {
    refresh(workspaceId).catch((error: unknown) => {
      deps.log.warn({ err: error, workspaceId }, 'agents could not be refreshed; the last known stand');
    });
  }

  function refreshAnew(workspaceId: string): void {
    const before = underWay.get(workspaceId);
    if (before)
      void begin(
        workspaceId,
        before.catch(() => undefined).then(() => ask(workspaceId)),
      );
    refreshBehind(workspaceId);
  }

  function isRecent(moments: ReadonlyMap<string, number>, workspaceId: string, ms: number): boolean {
    const at = moments.get(workspaceId);
    return at !== undefined && deps.clock.monotonicMs() - at < ms;
  }

  function hasRested(workspaceId: string): boolean {
    return (
      !isRecent(succeededAtMs.agent, workspaceId, freshForMs) && !isRecent(failedAtMs.agent, workspaceId, retryAfterMs)
    );
  }

  async function findNewest(workspaceId: string, kind: ProviderCacheKind) {
    const before = succeededAtMs[kind].get(workspaceId);
    const cached = await findCachedProviderAgentsAndNumbers(deps.db, workspaceId);
    return succeededAtMs[kind].get(workspaceId) === before
      ? cached
      : findCachedProviderAgentsAndNumbers(deps.db, workspaceId);
  }

  return {
    refresh,
    refreshBehind,
    refreshAnew,
    isRefreshing: (workspaceId) => underWay.has(workspaceId),
    refreshIfStale(workspaceId) {
      if (hasRested(workspaceId)) refreshBehind(workspaceId);
    },
    async learn(workspaceId) {
      try {
        const { fetchedAt } = await findCachedProviderAgentsAndNumbers(deps.db, workspaceId);
        await (fetchedAt.agent === null && hasRested(workspaceId) ? refresh(workspaceId) : underWay.get(workspaceId));
      } catch (error) {
        deps.log.warn({ err: error, workspaceId }, 'agents are not known yet');
      }
    },
    askedAtMs: (workspaceId, kind) => succeededAtMs[kind].get(workspaceId) ?? null,
    async read(workspaceId, kind) {
      let cached = await findNewest(workspaceId, kind);
      const toldAt = cached.fetchedAt[kind];
      const isFresh =
        isRecent(succeededAtMs[kind], workspaceId, freshForMs) ||
        (toldAt !== null && deps.clock.now().getTime() - toldAt.getTime() < freshForMs);
      if (!isFresh && toldAt === null) {
        await refresh(workspaceId, kind);
        cached = await findCachedProviderAgentsAndNumbers(deps.db, workspaceId);
      } else if (!isFresh && !isRecent(failedAtMs[kind], workspaceId, retryAfterMs)) {
        refreshBehind(workspaceId);
      }
      return {
        agents: cached.agents.map((value) => wireAgentSchema.parse(value)),
        phoneNumbers: cached.phoneNumbers.map((value) => wirePhoneNumberSchema.parse(value)),
        fetchedAt: cached.fetchedAt[kind],
        isAway: isRecent(failedAtMs[kind], workspaceId, freshForMs),
      };
    },
    async settle() {
      await Promise.allSettled(underWay.values());
    },
  };
}

const cacheKinds = ['agent', 'phone_number'] as const satisfies readonly ProviderCacheKind[];

/**
 * Fetches the lists of agents and phone numbers from the provider and stores them. @returns for each list its error, or
 * null.
 */
async function fetchAll(deps: AgentCacheDeps, workspaceId: string): Promise<Record<ProviderCacheKind, unknown>> {
  const provider = await deps.directory.providerOf(workspaceId);
  const known = await findCachedProviderAgentsAndNumbers(deps.db, workspaceId);
  const [agents, numbers] = await Promise.allSettled([
    fetchAgents(deps, workspaceId, provider, known.agents as readonly WireAgent[]),
    provider.listPhoneNumbers(),
  ]);
  await replaceCachedProviderAgentsOrNumbers(
    deps.db,
    workspaceId,
    {
      ...(agents.status === 'fulfilled' && { agent: byKey(agents.value, (agent) => agent.agent_id) }),
      ...(numbers.status === 'fulfilled' && { phone_number: byKey(numbers.value, (number) => number.phone_number) }),
    },
    deps.clock.now(),
  );
  if (agents.status === 'fulfilled' && namesOf(known.agents as readonly WireAgent[]) !== namesOf(agents.value))
    deps.events.emit('agents.changed', { workspaceId });
  return {
    agent: agents.status === 'rejected' ? agents.reason : null,
    phone_number: numbers.status === 'rejected' ? numbers.reason : null,
  };
}

async function fetchAgents(
  { log }: AgentCacheDeps,
  workspaceId: string,
  provider: VoiceProvider,
  known: readonly WireAgent[],
): Promise<WireAgent[]> {
  const knownById = new Map(known.map((agent) => [agent.agent_id, agent]));
  return mapWithConcurrency(await provider.listAgents(), requestsAtOnce, async (item) => {
    try {
      return await readNewestAgentWithLiveWebhook(provider, item.agent_id);
    } catch (error) {
      // If one agent's details can't be read, keep its cached details, so that the list of agents still loads.
      if (!(error instanceof ProviderError) || error.kind === 'key_rejected') throw error;
      log.warn({ err: error, workspaceId, agentId: item.agent_id }, 'agent details could not be read');
      return { ...knownById.get(item.agent_id), ...item };
    }
  });
}

/** Returns the agents' ids and names as one text, to detect whether any of them changed. */
function namesOf(agents: Iterable<WireAgent>): string {
  const names = new Map([...agents].map((agent) => [agent.agent_id, agent.agent_name ?? '']));
  return JSON.stringify([...names].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Removes duplicate agents or numbers, because a list that changes during paging can repeat one. */
function byKey<T extends object>(values: readonly T[], keyOf: (value: T) => string) {
  return [...new Map(values.map((value) => [keyOf(value), { key: keyOf(value), value }])).values()];
}
