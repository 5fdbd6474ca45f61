/** Determines from an agent's webhook URL where its events go, and which part of the URL everybody may see. Pure. */
import type { AgentEventDestination } from '../../../contract/agent-events.ts';
import type { WireAgent } from '../../../retell/wire-agent.ts';

/** The webhook URL of a workspace on this server: its path, and its origin if known. */
export interface OwnWebhookUrl {
  /** Path of the workspace's webhook URL. It contains the token that identifies the workspace. */
  readonly path: string;
  /**
   * Public origin (URL) of this server; null if it is not configured. If null, any webhook URL with the right path
   * counts as this server's, whatever its origin.
   */
  readonly origin: string | null;
}

/** An agent's live version, stored only if it is older than the newest version. */
interface Live {
  readonly version: number;
  readonly webhook_url: string | null;
}

/** Name of the extra field of a cached agent in which this server stores data of the agent's live version. */
const liveKey = 'vocero_live';

/** Returns the agent's newest version. If the live version is older, attaches that version's number and webhook URL. */
export function attachLiveAgentVersion(newest: WireAgent, live: WireAgent): WireAgent {
  if (live === newest || live.version == null) return newest;
  const kept: Live = { version: live.version, webhook_url: live.webhook_url ?? null };
  return Object.assign({ ...newest }, { [liveKey]: kept });
}

/** The agent's live version number, if it is older than the newest version (draft or published); otherwise null. */
export function getOlderLiveAgentVersion(agent: WireAgent): number | null {
  return liveOf(agent)?.version ?? null;
}

/** The webhook URL of the agent's live version; null if it has none, undefined if its details are not known. */
export function getLiveVersionWebhookUrl(agent: WireAgent): string | null | undefined {
  const live = liveOf(agent);
  if (live) return live.webhook_url;
  return agent.version == null ? undefined : agent.webhook_url || null;
}

function liveOf(agent: WireAgent): Live | undefined {
  return (agent as { readonly [liveKey]?: Live })[liveKey];
}

export function determineAgentEventDestination(
  agent: WireAgent,
  own: OwnWebhookUrl,
): { readonly to: AgentEventDestination; readonly host: string | null; readonly url: string | null } {
  const url = getLiveVersionWebhookUrl(agent);
  if (url == null) return { to: url === undefined ? 'unknown' : 'account', host: null, url: null };
  return { to: isOwnWebhookUrl(url, own) ? 'here' : 'elsewhere', host: getWebhookUrlHost(url), url };
}

export function isOwnWebhookUrl(url: string, own: OwnWebhookUrl): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.pathname === own.path && (own.origin === null || parsed.origin === own.origin);
}

/** Returns the host of a webhook URL; '?' for an invalid one, which is not shown because it may contain a secret. */
export function getWebhookUrlHost(url: string): string {
  return URL.parse(url)?.host || '?';
}
