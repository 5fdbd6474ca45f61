/**
 * Changes the webhook URL of the agent version that calls use. A published version can't be changed, so a draft with
 * the new URL is published. This is done only if the draft differs from the live version in nothing else.
 */
import type { WireAgent } from '../../../retell/wire-agent.ts';
import { ProviderError, type VoiceProvider } from '../../platform/provider/provider.ts';
import { getLiveVersionWebhookUrl, attachLiveAgentVersion } from './events-place.ts';
import { areAgentVersionsAlike, areResponseEnginesAlike } from './version-likeness.ts';

export interface AgentWebhookChangeInput {
  readonly agentId: string;
  /**
   * The agent's new webhook URL. Null if the agent's events are to be sent to the provider account's webhook URL again.
   */
  readonly to: string | null;
  /** Returns whether the agent's present webhook URL may be replaced. */
  readonly mayReplace: (present: string | null) => boolean;
  /**
   * Called once before the first request that changes the agent at the provider. If it throws, the agent is not
   * changed.
   */
  readonly onBegin: (present: string | null) => Promise<void>;
}

export interface AgentWebhookChangeResult {
  readonly outcome: 'done' | 'unchanged' | 'changed' | 'draft_has_changes';
  readonly agent: WireAgent;
}

interface Versions {
  readonly newest: WireAgent;
  /** The agent's version that calls use: the one published last, or the newest if none was published. */
  readonly live: WireAgent;
  /**
   * False if the provider did not say which version was published last. In that case, `live` is the published version
   * with the highest number.
   */
  readonly isSure: boolean;
}

/** Returns an agent's newest version, together with the webhook URL of its live version. Throws ProviderError. */
export async function readNewestAgentWithLiveWebhook(provider: VoiceProvider, agentId: string): Promise<WireAgent> {
  const { newest, live } = await readVersions(provider, agentId);
  return attachLiveAgentVersion(newest, live);
}

async function readVersions(provider: VoiceProvider, agentId: string): Promise<Versions> {
  const newest = await provider.getAgent(agentId);
  const sure = (live: WireAgent): Versions => ({
    newest,
    live: live.version === newest.version ? newest : live,
    isSure: true,
  });
  // The first version has no older one.
  if (newest.version == null || newest.version === 0) return sure(newest);
  const tagged = await findPublishedLast(provider, agentId);
  if (tagged) return sure(tagged);
  const published = await listPublished(provider, newest);
  if (published === null) return { ...sure(newest), isSure: newest.is_published !== false };
  const [highest] = published;
  if (highest === undefined) return sure(newest);
  return { ...sure(await provider.getAgent(agentId, highest)), isSure: published.length === 1 };
}

/** Lists the agent's published versions, highest number first. Null if the provider does not list versions. */
async function listPublished(provider: VoiceProvider, newest: WireAgent): Promise<readonly number[] | null> {
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

/**
 * Reads the agent version that was published last. Null if the provider refuses the tag `latest_published`, or if no
 * version is published.
 */
async function findPublishedLast(provider: VoiceProvider, agentId: string): Promise<WireAgent | null> {
  try {
    const agent = await provider.getAgent(agentId, 'latest_published');
    return agent.is_published === false || agent.version == null ? null : agent;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/**
 * Changes an agent's webhook URL. If it throws ProviderError, calling it again continues the change from the failed
 * step.
 */
export async function setAgentWebhookAtProvider(
  provider: VoiceProvider,
  order: AgentWebhookChangeInput,
): Promise<AgentWebhookChangeResult> {
  const { agentId, to } = order;
  const { newest, live, isSure } = await readVersions(provider, agentId);
  const present = getLiveVersionWebhookUrl(live);
  if (present === undefined || newest.version == null || !isSure)
    throw new ProviderError('unavailable', 'the agent was not told whole');
  const as = (
    outcome: AgentWebhookChangeResult['outcome'],
    agent = attachLiveAgentVersion(newest, live),
  ): AgentWebhookChangeResult => ({
    outcome,
    agent,
  });
  if (present === to) return as('unchanged');
  if (!order.mayReplace(present)) return as('changed');
  // Never publish an agent's draft that differs from the live version, because calls would then use the differences.
  if (newest !== live && !(await isSame(provider, live, newest))) return as('draft_has_changes');
  await order.onBegin(present);
  try {
    const isDraft = newest.is_published === false;
    if (newest === live && isDraft) return as('done', await provider.setAgentWebhookUrl(agentId, newest.version, to));
    const draft = isDraft ? newest : await provider.createAgentDraft(agentId, newest.version);
    if (draft.version == null) throw new ProviderError('unavailable', 'the draft was not told whole');
    const changed = await provider.setAgentWebhookUrl(agentId, draft.version, to);
    // Somebody may have changed the draft meanwhile.
    if (!areAgentVersionsAlike(live, changed)) return as('draft_has_changes');
    await provider.publishAgentVersion(agentId, draft.version);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'unavailable') throw error;
    // The provider's response was lost, so read the agent to find out whether its webhook URL changed.
    const agent = await readNewestAgentWithLiveWebhook(provider, agentId);
    if (getLiveVersionWebhookUrl(agent) === to) return as('done', agent);
    throw error;
  }
  return as('done', await readNewestAgentWithLiveWebhook(provider, agentId));
}

/** True if the agent's newest version behaves like its live version. Their response engines are compared too. */
async function isSame(provider: VoiceProvider, live: WireAgent, newest: WireAgent): Promise<boolean> {
  if (!areAgentVersionsAlike(live, newest)) return false;
  const [left, right] = [live.response_engine ?? {}, newest.response_engine ?? {}];
  if (left['version'] === right['version']) return true;
  const [before, after] = await Promise.all([provider.getEngine(left), provider.getEngine(right)]);
  return before !== null && after !== null && areResponseEnginesAlike(before, after);
}
