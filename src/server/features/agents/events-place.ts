/** Where an agent's events go, as its own address tells; and what of that address everybody may see. Pure. */
import type { EventPlace } from '../../../contract/agent-events.ts';
import type { WireAgent } from '../../../retell/wire-agent.ts';

/** This workspace's webhook as the provider may know it. */
export interface OwnWebhook {
  /** It alone tells the workspace. */
  readonly path: string;
  /** Null: any origin counts, for the server does not know its own. */
  readonly origin: string | null;
}

/** The version that calls use, where it is not the agent's newest one. */
interface Live {
  readonly version: number;
  readonly webhook_url: string | null;
}

/** Beside the provider's own fields of a kept agent. */
const liveKey = 'vocero_live';

/** The newest version, with what is live of an older one. */
export function withLive(newest: WireAgent, live: WireAgent): WireAgent {
  if (live === newest || live.version == null) return newest;
  const kept: Live = { version: live.version, webhook_url: live.webhook_url ?? null };
  return Object.assign({ ...newest }, { [liveKey]: kept });
}

/** The version that calls use where it is older than the newest one, be that a draft or published before it; else null. */
export function olderLiveVersion(agent: WireAgent): number | null {
  return liveOf(agent)?.version ?? null;
}

/** The agent's own address by the version that calls use; null: none, undefined: its details are not known. */
export function ownAddress(agent: WireAgent): string | null | undefined {
  const live = liveOf(agent);
  if (live) return live.webhook_url;
  return agent.version == null ? undefined : agent.webhook_url || null;
}

function liveOf(agent: WireAgent): Live | undefined {
  return (agent as { readonly [liveKey]?: Live })[liveKey];
}

export function eventsPlace(
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

/** What can't be read as an address is told to nobody. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host || '?';
}
