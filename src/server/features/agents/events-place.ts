/** Where an agent's events go by its own address, and the part of that address that everybody may see. Pure. */
import type { EventPlace } from '../../../contract/agent-events.ts';
import type { WireAgent } from '../../../retell/wire-agent.ts';

/** The workspace's own webhook address: its path, and its origin if known. */
export interface OwnWebhook {
  /** The path of the webhook address, which alone identifies the workspace. */
  readonly path: string;
  /** The server's origin; null if it is not configured, so that any origin counts. */
  readonly origin: string | null;
}

/** The live version, if it is not the agent's newest one. */
interface Live {
  readonly version: number;
  readonly webhook_url: string | null;
}

/** The field of a cached agent that holds its live version, beside the provider's own fields. */
const liveKey = 'vocero_live';

/** Returns the newest version, with the live version's number and address attached if it is an older one. */
export function withLive(newest: WireAgent, live: WireAgent): WireAgent {
  if (live === newest || live.version == null) return newest;
  const kept: Live = { version: live.version, webhook_url: live.webhook_url ?? null };
  return Object.assign({ ...newest }, { [liveKey]: kept });
}

/** The live version's number if it is older than the newest version (draft or published); otherwise null. */
export function olderLiveVersion(agent: WireAgent): number | null {
  return liveOf(agent)?.version ?? null;
}

/** The agent's own address in its live version; null if it has none, undefined if its details are not known. */
export function ownAddress(agent: WireAgent): string | null | undefined {
  const live = liveOf(agent);
  if (live) return live.webhook_url;
  return agent.version == null ? undefined : agent.webhook_url || null;
}

function liveOf(agent: WireAgent): Live | undefined {
  return (agent as { readonly [liveKey]?: Live })[liveKey];
}

export function eventsDestination(
  agent: WireAgent,
  own: OwnWebhook,
): { readonly to: EventPlace; readonly host: string | null; readonly url: string | null } {
  const url = ownAddress(agent);
  if (url == null) return { to: url === undefined ? 'unknown' : 'account', host: null, url: null };
  return { to: isOwn(url, own) ? 'here' : 'elsewhere', host: hostOf(url), url };
}

export function isOwn(url: string, own: OwnWebhook): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && parsed.pathname === own.path && (own.origin === null || parsed.origin === own.origin);
}

/** Returns the address's host. An unreadable address gives '?', because it may contain a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host || '?';
}
