/**
 * Finds the agent that speaks in a campaign or a test call. It is the agent and version that a person chose, otherwise
 * the agent that is bound to the origin number. Throws if several agents are possible.
 */
import type { NumberBoundAgent, PhoneNumber } from '../../../../contract/agents.ts';
import type { CampaignAgentVersion, CreateCampaignBody } from '../../../../contract/campaigns.ts';
import { AppError } from '../../../platform/errors.ts';
import { formatPhoneNumber } from '../../../platform/shown-number.ts';
import type { AgentsFeature, ListedProviderAgent } from '../../agents/index.ts';
import { createInvalidInputError } from './order-checks.ts';

export interface CampaignAgentDeps {
  readonly agents: Pick<AgentsFeature, 'findAgent' | 'findAgentVersion' | 'findPhoneNumber'>;
}

export interface CampaignAgent {
  readonly agentId: string;
  /** Version of the agent that a person chose for the campaign; null if the agent bound to the number speaks. */
  readonly agentVersion: CampaignAgentVersion | null;
  /** True if no agent was chosen for the campaign. The agent bound to the origin number then speaks in its calls. */
  readonly isNumbersAgent: boolean;
  /**
   * Post-call analysis items of the agent version in use. A call request with its own analysis items replaces the
   * agent's, so it must repeat them.
   */
  readonly agentAnalysis: ListedProviderAgent['analysisItems'];
}

interface Choice extends Pick<CreateCampaignBody, 'agentId' | 'agentVersion'> {
  readonly phoneNumbers: readonly string[];
}

/**
 * Finds the one agent that speaks in calls from every origin number of a campaign. Throws `agent_undecided` if a number
 * is bound to several agents, or two numbers to different ones. Throws `invalid_input` if the provider does not know a
 * number, agent or version.
 */
export async function resolveCampaignAgent(
  { agents }: CampaignAgentDeps,
  workspaceId: string,
  { phoneNumbers, agentId, agentVersion }: Choice,
): Promise<CampaignAgent> {
  const numbers: PhoneNumber[] = [];
  for (const each of phoneNumbers) numbers.push(await findOrigin(agents, workspaceId, each));
  if (agentId != null) return findChosen(agents, workspaceId, agentId, agentVersion ?? 'latest_published');
  if (agentVersion != null)
    throw createInvalidInputError('agentVersion', 'Elige el agente al que corresponde la versión.');
  const [bound, ...others] = numbers.map(onlyAgentOf);
  if (!bound) throw createInvalidInputError('phoneNumber', 'El número de origen es requerido');
  const other = others.find(({ id, version }) => id !== bound.id || version !== bound.version);
  if (other)
    throw undecided(
      `El número ${formatPhoneNumber(other.phoneNumber)} no está asignado al mismo agente y versión que ${formatPhoneNumber(bound.phoneNumber)}. Elige un agente para la campaña.`,
    );
  const agent = await findBound(agents, workspaceId, bound);
  if (!agent)
    throw createInvalidInputError(
      'agentId',
      `El número ${formatPhoneNumber(bound.phoneNumber)} está asignado a un agente o una versión que Retell no conoce. Elige un agente para la campaña.`,
    );
  return { agentId: agent.id, agentVersion: null, isNumbersAgent: true, agentAnalysis: agent.analysisItems };
}

async function findOrigin(
  agents: CampaignAgentDeps['agents'],
  workspaceId: string,
  phoneNumber: string,
): Promise<PhoneNumber> {
  const number = await agents.findPhoneNumber(workspaceId, phoneNumber);
  if (number) return number;
  throw createInvalidInputError(
    'phoneNumber',
    `El número de origen ${formatPhoneNumber(phoneNumber)} no está entre los números de Retell de este workspace.`,
  );
}

interface NumbersAgent {
  readonly phoneNumber: string;
  readonly id: string;
  readonly version: NumberBoundAgent['agent_version'];
}

function onlyAgentOf({ phone_number: phoneNumber, outbound_agents: bound }: PhoneNumber): NumbersAgent {
  const [agent, ...others] = bound;
  if (!agent)
    throw createInvalidInputError(
      'agentId',
      `El número ${formatPhoneNumber(phoneNumber)} no tiene un agente de salida. Elige un agente para la campaña.`,
    );
  if (others.length > 0)
    throw undecided(
      `El número ${formatPhoneNumber(phoneNumber)} reparte sus llamadas entre varios agentes o versiones. Elige uno para la campaña.`,
    );
  return { phoneNumber, id: agent.agent_id, version: agent.agent_version };
}

function undecided(message: string): AppError {
  return new AppError('agent_undecided', { message, details: [{ path: 'agentId', message }] });
}

/** Finds the published agent that speaks in retries after an answering machine; null if the campaign has none. */
export async function findAgentForVoicemailRetry(
  { agents }: CampaignAgentDeps,
  workspaceId: string,
  agentId: string | undefined,
): Promise<{ readonly id: string; readonly analysis: ListedProviderAgent['analysisItems'] } | null> {
  if (agentId === undefined) return null;
  const agent = await agents.findAgentVersion(workspaceId, agentId, 'latest_published');
  if (agent) return { id: agent.id, analysis: agent.analysisItems };
  throw createInvalidInputError(
    'retryPolicy.voicemail.agentId',
    'El agente para después de un contestador no existe en Retell, o no tiene una versión publicada.',
  );
}

/** Finds the agent of an origin number. If its binding names no agent version, the provider chooses the version. */
function findBound(
  agents: CampaignAgentDeps['agents'],
  workspaceId: string,
  { id, version }: NumbersAgent,
): Promise<ListedProviderAgent | null> {
  return version === null ? agents.findAgent(workspaceId, id) : agents.findAgentVersion(workspaceId, id, version);
}

async function findChosen(
  agents: CampaignAgentDeps['agents'],
  workspaceId: string,
  id: string,
  version: CampaignAgentVersion,
): Promise<CampaignAgent> {
  const listed = await agents.findAgent(workspaceId, id);
  if (!listed)
    throw createInvalidInputError('agentId', `El agente ${id} no existe en la cuenta de Retell de este workspace.`);
  const agent = await agents.findAgentVersion(workspaceId, id, version);
  if (agent)
    return { agentId: agent.id, agentVersion: version, isNumbersAgent: false, agentAnalysis: agent.analysisItems };
  if (version !== 'latest_published')
    throw createInvalidInputError('agentVersion', `El agente ${listed.name} no tiene una versión ${version}.`);
  throw createInvalidInputError(
    'agentVersion',
    `El agente ${listed.name} no tiene una versión publicada. Publícalo en Retell o elige una versión.`,
  );
}
