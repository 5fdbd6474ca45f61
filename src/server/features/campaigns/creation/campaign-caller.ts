/**
 * Who speaks in a campaign or a test call: a chosen agent in a version of its own, or whomever the number is bound to. What is
 * not certain is refused: nobody is called by an agent that nobody meant.
 */
import type { BoundAgent } from '../../../../contract/agents.ts';
import type { AgentVersion, CreateCampaignBody } from '../../../../contract/campaigns.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AgentsFeature, FoundAgent } from '../../agents/index.ts';
import { invalid } from './invalid-order.ts';

export interface CallerDeps {
  readonly agents: Pick<AgentsFeature, 'findAgent' | 'findAgentVersion' | 'findPhoneNumber'>;
}

export interface Caller {
  readonly agentId: string;
  /** Of a chosen agent. */
  readonly agentVersion: AgentVersion | null;
  /** Nobody was chosen: orders name no agent. */
  readonly isNumbersAgent: boolean;
  /** The analysis items of that version: an override of the list must carry them along. */
  readonly agentAnalysis: FoundAgent['analysisItems'];
}

type Choice = Pick<CreateCampaignBody, 'phoneNumber' | 'agentId' | 'agentVersion'>;

/** Throws `invalid_input`, `agent_undecided` where the number is bound to several, or that the provider can't tell. */
export async function findCaller(
  { agents }: CallerDeps,
  workspaceId: string,
  { phoneNumber, agentId, agentVersion }: Choice,
): Promise<Caller> {
  const number = await agents.findPhoneNumber(workspaceId, phoneNumber);
  if (!number)
    throw invalid(
      'phoneNumber',
      `El número de origen ${phoneNumber} no está entre los números de Retell de este workspace.`,
    );
  if (agentId != null) return findChosen(agents, workspaceId, agentId, agentVersion ?? 'latest_published');
  if (agentVersion != null) throw invalid('agentVersion', 'Elige el agente al que corresponde la versión.');
  const [bound, ...others] = number.outbound_agents;
  if (!bound)
    throw invalid('agentId', `El número ${phoneNumber} no tiene un agente de salida. Elige un agente para la campaña.`);
  if (others.length > 0) {
    const message = `El número ${phoneNumber} reparte sus llamadas entre varios agentes o versiones. Elige uno para la campaña.`;
    throw new AppError('agent_undecided', { message, details: [{ path: 'agentId', message }] });
  }
  const agent = await findBound(agents, workspaceId, bound);
  if (!agent)
    throw invalid(
      'agentId',
      `El número ${phoneNumber} está asignado a un agente o una versión que Retell no conoce. Elige un agente para la campaña.`,
    );
  return { agentId: agent.id, agentVersion: null, isNumbersAgent: true, agentAnalysis: agent.analysisItems };
}

/** Without a version the provider decides by itself, as it does for who asks for the agent. */
function findBound(
  agents: CallerDeps['agents'],
  workspaceId: string,
  { agent_id: id, agent_version: version }: BoundAgent,
): Promise<FoundAgent | null> {
  return version === null ? agents.findAgent(workspaceId, id) : agents.findAgentVersion(workspaceId, id, version);
}

async function findChosen(
  agents: CallerDeps['agents'],
  workspaceId: string,
  id: string,
  version: AgentVersion,
): Promise<Caller> {
  const listed = await agents.findAgent(workspaceId, id);
  if (!listed) throw invalid('agentId', `El agente ${id} no existe en la cuenta de Retell de este workspace.`);
  const agent = await agents.findAgentVersion(workspaceId, id, version);
  if (agent)
    return { agentId: agent.id, agentVersion: version, isNumbersAgent: false, agentAnalysis: agent.analysisItems };
  if (version !== 'latest_published')
    throw invalid('agentVersion', `El agente ${listed.name} no tiene una versión ${version}.`);
  throw invalid(
    'agentVersion',
    `El agente ${listed.name} no tiene una versión publicada. Publícalo en Retell o elige una versión.`,
  );
}
