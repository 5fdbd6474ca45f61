/**
 * Sets the webhook URL of agents at the provider to this workspace's URL, or restores their previous URLs. Before the
 * provider is called, the previous URL is stored encrypted, and the change is recorded in the audit log. Each agent has
 * its own outcome. A repeated request continues with the remaining agents.
 */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { AgentWebhookConnectOutcome } from '../../../contract/agent-events.ts';
import { agentsEndpoints, type AgentEventDestinationInfo } from '../../../contract/agents.ts';
import { unreachableWebhookUrlTexts } from '../../../labels/webhook-address-es.ts';
import type { WireAgent } from '../../../retell/wire-agent.ts';
import type { WirePhoneNumber } from '../../../retell/wire-number.ts';
import { decryptSecret, encryptSecret } from '../../platform/crypto.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import { mapWithConcurrency } from '../../platform/provider/bounded-requests.ts';
import { ProviderError, type VoiceProvider } from '../../platform/provider/provider.ts';
import { formatPhoneNumber } from '../../platform/shown-number.ts';
import {
  getRequestActor,
  buildInboundWebhookUrl,
  getInboundWebhookPath,
  type Actor,
  type InboundWebhookUrlConfig,
  type WorkspaceDirectory,
} from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import type { CachedAgentsAndPhoneNumbers } from './agent-cache.ts';
import { getAgentName } from './agent-shape.ts';
import { putCachedAgent } from './agent-store.ts';
import {
  claimAgentWebhookChange,
  deletePreviousAgentWebhookUrl,
  storePreviousAgentWebhookUrl,
  listEncryptedPreviousAgentWebhookUrls,
  releaseAgentWebhookChange,
} from './agent-webhook-store.ts';
import { determineAgentEventDestination, getWebhookUrlHost, type OwnWebhookUrl } from './events-place.ts';
import { setAgentWebhookAtProvider } from './point-agent.ts';

export interface AgentWebhookManagerDeps extends InboundWebhookUrlConfig {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly events: Pick<EventBus, 'emit'>;
  readonly audit: AuditLog;
  readonly directory: Pick<WorkspaceDirectory, 'providerOf' | 'webhookTokenOf'>;
  /** SECRET_KEY, which seals the stored webhook addresses. */
  readonly secretKey: string;
  /** Called as soon as an agent's webhook URL at the provider is known to be this workspace's URL. */
  readonly onConnected: (workspaceId: string, agentId: string) => Promise<void>;
  readonly readLists: (workspaceId: string) => Promise<CachedAgentsAndPhoneNumbers>;
  /** Refreshes the cached agents, even if a refresh is running, and waits for it. Never throws. */
  readonly refreshAnew: (workspaceId: string) => Promise<void>;
  readonly isRefreshing: (workspaceId: string) => boolean;
}

export interface AgentWebhookManager {
  registerRoutes(binder: EndpointBinder): void;
  ownWebhookOf(workspaceId: string): Promise<OwnWebhookUrl>;
}

/** Number of agents whose webhook URL is changed in parallel. Each agent takes up to nine requests in sequence. */
const agentsAtOnce = 4;
/** Seconds for which an agent is locked against a second change. Changing its webhook URL takes less time. */
const claimSeconds = 300;

const outcomeOf = {
  rate_limited: 'rate_limited',
  not_found: 'gone',
  refused: 'refused',
  unavailable: 'unavailable',
} as const;

/**
 * An agent whose webhook URL this request is changing, with the provider's client. The request has claimed the agent.
 */
interface Step {
  readonly workspaceId: string;
  readonly agent: WireAgent;
  readonly provider: VoiceProvider;
}

export function createAgentWebhookManager(deps: AgentWebhookManagerDeps): AgentWebhookManager {
  const { db, log, audit, directory, secretKey, publicUrl } = deps;
  const contextOf = (workspaceId: string, agentId: string) => `workspace:${workspaceId}:agent-webhook:${agentId}`;

  async function ownWebhookOf(workspaceId: string): Promise<OwnWebhookUrl> {
    const path = getInboundWebhookPath(await directory.webhookTokenOf(workspaceId));
    return { path, origin: publicUrl === null ? null : new URL(publicUrl).origin };
  }

  const addressFor = async (workspaceId: string, request: FastifyRequest) =>
    buildInboundWebhookUrl(request, deps, await directory.webhookTokenOf(workspaceId));

  /**
   * Runs `act` for each given agent. The outcome is `gone` if the provider no longer lists the agent, and `busy` if
   * another request has claimed it.
   */
  async function forEach(
    workspaceId: string,
    agentIds: readonly string[],
    act: (step: Step) => Promise<AgentWebhookConnectOutcome>,
  ) {
    const { agents } = await deps.readLists(workspaceId);
    const known = new Map(agents.map((agent) => [agent.agent_id, agent]));
    if (!agentIds.some((id) => known.has(id))) throw new AppError('not_found');
    const provider = await directory.providerOf(workspaceId);
    // Give the remaining agents the same outcome if an error concerns the whole account, such as a rejected API key.
    let refused: AgentWebhookConnectOutcome | undefined;
    const results = await mapWithConcurrency([...new Set(agentIds)], agentsAtOnce, async (agentId) => {
      const agent = known.get(agentId);
      const outcome = agent === undefined ? 'gone' : (refused ?? (await actOn({ workspaceId, agent, provider }, act)));
      if (outcome === 'key_rejected' || outcome === 'rate_limited' || outcome === 'not_allowed') refused = outcome;
      return { agent_id: agentId, outcome };
    });
    // Refresh agents again if a refresh is running, because it may have read agents before their webhook URLs changed.
    if (deps.isRefreshing(workspaceId)) await deps.refreshAnew(workspaceId);
    if (results.some(({ outcome }) => outcome === 'done')) deps.events.emit('agents.changed', { workspaceId });
    return results;
  }

  async function actOn(
    step: Step,
    act: (step: Step) => Promise<AgentWebhookConnectOutcome>,
  ): Promise<AgentWebhookConnectOutcome> {
    const { workspaceId, agent } = step;
    if (!(await claimAgentWebhookChange(db, workspaceId, agent.agent_id, claimSeconds))) return 'busy';
    try {
      return await act(step);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ err: error, workspaceId, agentId: agent.agent_id }, 'an agent could not be led to another address');
      if (error.kind === 'key_rejected') return error.status === 403 ? 'not_allowed' : 'key_rejected';
      return outcomeOf[error.kind];
    } finally {
      await releaseAgentWebhookChange(db, workspaceId, agent.agent_id);
    }
  }

  async function connect(
    { workspaceId, agent, provider }: Step,
    by: Actor,
    from: string | null,
    address: string,
  ): Promise<AgentWebhookConnectOutcome> {
    const agentId = agent.agent_id;
    const { origin } = new URL(address);
    const pointed = await setAgentWebhookAtProvider(provider, {
      agentId,
      to: address,
      mayReplace: (present) => present === from,
      onBegin: (present) =>
        db.transaction().execute(async (tx) => {
          // Store the agent's webhook URL for a later restore, unless it is a URL of this server.
          if (present === null || !isOfThisServer(present, origin)) {
            await storePreviousAgentWebhookUrl(
              tx,
              workspaceId,
              agentId,
              present && encryptSecret(secretKey, present, contextOf(workspaceId, agentId)),
            );
          }
          await audit.record(
            {
              ...by,
              workspaceId,
              action: 'agent.webhook_connected',
              target: getAgentName(agent),
              details: wentTo(present),
            },
            tx,
          );
        }),
    });
    await putCachedAgent(db, workspaceId, pointed.agent);
    if (pointed.outcome === 'done' || pointed.outcome === 'unchanged') await deps.onConnected(workspaceId, agentId);
    return pointed.outcome;
  }

  async function putBack({ workspaceId, agent, provider }: Step, by: Actor): Promise<AgentWebhookConnectOutcome> {
    const agentId = agent.agent_id;
    const sealed = (await listEncryptedPreviousAgentWebhookUrls(db, workspaceId)).get(agentId);
    if (sealed === undefined) return 'nothing_kept';
    const pointed = await setAgentWebhookAtProvider(provider, {
      agentId,
      to: sealed && decryptSecret(secretKey, sealed, contextOf(workspaceId, agentId)),
      // Restore the previous webhook URL only if the agent still has this server's URL, not one set by somebody since.
      mayReplace: (present) =>
        present !== null && (URL.parse(present)?.pathname ?? '').startsWith(getInboundWebhookPath('')),
      onBegin: (present) =>
        audit.record({
          ...by,
          workspaceId,
          action: 'agent.webhook_put_back',
          target: getAgentName(agent),
          details: wentTo(present),
        }),
    });
    await putCachedAgent(db, workspaceId, pointed.agent);
    if (pointed.outcome !== 'draft_has_changes') await deletePreviousAgentWebhookUrl(db, workspaceId, agentId);
    return pointed.outcome;
  }

  async function list(workspaceId: string): Promise<AgentEventDestinationInfo[]> {
    const [{ agents, phoneNumbers }, own, previous] = await Promise.all([
      deps.readLists(workspaceId),
      ownWebhookOf(workspaceId),
      listEncryptedPreviousAgentWebhookUrls(db, workspaceId),
    ]);
    const { compare } = new Intl.Collator('es');
    const sorted = agents.toSorted(
      (a, b) => compare(getAgentName(a), getAgentName(b)) || compare(a.agent_id, b.agent_id),
    );
    return sorted.map((agent) => {
      const { to, host, url } = determineAgentEventDestination(agent, own);
      const sealed = previous.get(agent.agent_id);
      return {
        agent_id: agent.agent_id,
        agent_name: getAgentName(agent),
        events_to: to,
        webhook_host: host,
        webhook_url: url,
        fixed_at: fixedAt(agent.agent_id, phoneNumbers),
        previous:
          sealed === undefined
            ? null
            : {
                host:
                  sealed && getWebhookUrlHost(decryptSecret(secretKey, sealed, contextOf(workspaceId, agent.agent_id))),
              },
      };
    });
  }

  return {
    ownWebhookOf,
    registerRoutes(binder) {
      binder.bind(agentsEndpoints.listAgentWebhooks, async ({ workspaceId, request }) => {
        const { isReachable } = await addressFor(workspaceId, request);
        return { unreachable: !isReachable, agents: await list(workspaceId) };
      });
      binder.bind(agentsEndpoints.connectAgents, async ({ workspaceId, identity, request, body }) => {
        const { address, isReachable } = await addressFor(workspaceId, request);
        if (!isReachable) throw new AppError('conflict', { message: unreachableWebhookUrlTexts.unreachable });
        const from = new Map(body.agents.map((agent) => [agent.agentId, agent.from]));
        const by = getRequestActor(identity, request);
        return {
          results: await forEach(workspaceId, [...from.keys()], (step) =>
            connect(step, by, from.get(step.agent.agent_id) ?? null, address),
          ),
        };
      });
      binder.bind(agentsEndpoints.putBackAgents, async ({ workspaceId, identity, request, body }) => {
        const by = getRequestActor(identity, request);
        return { results: await forEach(workspaceId, body.agentIds, (step) => putBack(step, by)) };
      });
    },
  };
}

function isOfThisServer(url: string, origin: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.origin === origin && parsed.pathname.startsWith(getInboundWebhookPath(''));
}

/** Returns the previous webhook URL's host for the audit log, because the whole URL may contain a secret. */
function wentTo(url: string | null) {
  return { eventsWentTo: url === null ? null : getWebhookUrlHost(url) };
}

/** Lists phone numbers bound to a fixed version of the agent, which a newly published version does not affect. */
function fixedAt(agentId: string, numbers: readonly WirePhoneNumber[]): AgentEventDestinationInfo['fixed_at'] {
  return numbers.flatMap(({ phone_number, inbound_agents, outbound_agents }) => {
    const bound = [...(inbound_agents ?? []), ...(outbound_agents ?? [])].filter((agent) => agent.agent_id === agentId);
    const versions = new Set(
      bound
        .map(({ agent_version: version }) => version)
        .filter((version) => version != null)
        .map(String),
    );
    return [...versions]
      .filter((version) => version !== 'latest' && version !== 'latest_published')
      .map((version) => ({ phone_number, phone_number_shown: formatPhoneNumber(phone_number), version }));
  });
}
