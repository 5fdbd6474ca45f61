/**
 * Leads one agent's events to another address, for the calls of the version published last. The provider never changes a published
 * version, so a draft is published in its place; what differs from that version in more than the address never is.
 */
import type { WireAgent } from '../../../retell/wire-agent.ts';
import { ProviderError, type Provider } from '../../platform/provider/provider.ts';
import { ownAddress, withLive } from './events-place.ts';
import { areAgentsAlike, areEnginesAlike } from './version-likeness.ts';

export interface PointOrder {
  readonly agentId: string;
  /** Null: the account's address is to hold again. */
  readonly to: string | null;
  /** Whether the present address is one that may be given up. */
  readonly mayReplace: (present: string | null) => boolean;
  /** Called once, before the first write. What it throws ends it. */
  readonly onBegin: (present: string | null) => Promise<void>;
}

export interface Pointed {
  readonly outcome: 'done' | 'unchanged' | 'changed' | 'draft_has_changes';
  /** As it is now, as `readAgent` has it. */
  readonly agent: WireAgent;
}

interface Versions {
  readonly newest: WireAgent;
  /** Calls use it: the version published last, whatever its number; the newest of all where none was published. */
  readonly live: WireAgent;
  /** False: the provider did not tell which was published last, and of several published ones this is the highest. */
  readonly isSure: boolean;
}

/** The newest version, with where the live one's events go. Throws ProviderError. */
export async function readAgent(provider: Provider, agentId: string): Promise<WireAgent> {
  const { newest, live } = await readVersions(provider, agentId);
  return withLive(newest, live);
}

async function readVersions(provider: Provider, agentId: string): Promise<Versions> {
  const newest = await provider.getAgent(agentId);
  const sure = (live: WireAgent): Versions => ({
    newest,
    live: live.version === newest.version ? newest : live,
    isSure: true,
  });
  // The first version of all has no older one.
  if (newest.version == null || newest.version === 0) return sure(newest);
  const tagged = await findPublishedLast(provider, agentId);
  if (tagged) return sure(tagged);
  const published = await listPublished(provider, newest);
  if (published === null) return { ...sure(newest), isSure: newest.is_published !== false };
  const [highest] = published;
  if (highest === undefined) return sure(newest);
  return { ...sure(await provider.getAgent(agentId, highest)), isSure: published.length === 1 };
}

/** The published versions, highest first; null where the provider lists no versions. */
async function listPublished(provider: Provider, newest: WireAgent): Promise<readonly number[] | null> {
  try {
    const versions = await provider.listAgentVersions(newest.agent_id);
    return versions.filter((each) => each.is_published === true).map(({ version }) => version);
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ProviderError && (error.kind === 'not_found' || error.kind === 'refused');

/** Null: no version has that tag, or the provider does not tell it so. */
async function findPublishedLast(provider: Provider, agentId: string): Promise<WireAgent | null> {
  try {
    const agent = await provider.getAgent(agentId, 'latest_published');
    return agent.is_published === false || agent.version == null ? null : agent;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** Throws ProviderError; when it does, asking again goes on where this ended. */
export async function pointAgent(provider: Provider, order: PointOrder): Promise<Pointed> {
  const { agentId, to } = order;
  const { newest, live, isSure } = await readVersions(provider, agentId);
  const present = ownAddress(live);
  if (present === undefined || newest.version == null || !isSure)
    throw new ProviderError('unavailable', 'the agent was not told whole');
  const as = (outcome: Pointed['outcome'], agent = withLive(newest, live)): Pointed => ({ outcome, agent });
  if (present === to) return as('unchanged');
  if (!order.mayReplace(present)) return as('changed');
  // What numbers of the tag 'latest' use must not be taken from them either.
  if (newest !== live && !(await isSame(provider, live, newest))) return as('draft_has_changes');
  await order.onBegin(present);
  try {
    const isDraft = newest.is_published === false;
    if (newest === live && isDraft) return as('done', await provider.setAgentWebhookUrl(agentId, newest.version, to));
    const draft = isDraft ? newest : await provider.createAgentDraft(agentId, newest.version);
    if (draft.version == null) throw new ProviderError('unavailable', 'the draft was not told whole');
    const changed = await provider.setAgentWebhookUrl(agentId, draft.version, to);
    // Somebody may have been at it meanwhile.
    if (!areAgentsAlike(live, changed)) return as('draft_has_changes');
    await provider.publishAgentVersion(agentId, draft.version);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'unavailable') throw error;
    // An answer was lost: what it said is looked up.
    const agent = await readAgent(provider, agentId);
    if (ownAddress(agent) === to) return as('done', agent);
    throw error;
  }
  return as('done', await readAgent(provider, agentId));
}

/** Whether the newest version holds nothing but what is live, in the agent and in what it answers by. */
async function isSame(provider: Provider, live: WireAgent, newest: WireAgent): Promise<boolean> {
  if (!areAgentsAlike(live, newest)) return false;
  const [left, right] = [live.response_engine ?? {}, newest.response_engine ?? {}];
  if (left['version'] === right['version']) return true;
  const [before, after] = await Promise.all([provider.getEngine(left), provider.getEngine(right)]);
  return before !== null && after !== null && areEnginesAlike(before, after);
}
