/** Converts the provider's agents and phone numbers to the console's types. Missing fields are null or derived. */
import type { Agent, NumberBoundAgent, PhoneNumber } from '../../../contract/agents.ts';
import type { WireAgent } from '../../../retell/wire-agent.ts';
import type { WirePhoneNumber } from '../../../retell/wire-number.ts';
import { formatPhoneNumber } from '../../platform/shown-number.ts';
import { determineAgentEventDestination, getOlderLiveAgentVersion, type OwnWebhookUrl } from './events-place.ts';

/** The agent's name. An agent without a name is called 'Agente' and the last characters of its id. */
export function getAgentName(agent: WireAgent): string {
  return agent.agent_name?.trim() || `Agente ${agent.agent_id.slice(-4)}`;
}

/**
 * Converts an agent of the provider to the API's form. `mayKnowAddress`: whether the reader may see the agent's whole
 * webhook URL.
 */
export function toAgentResponse(wire: WireAgent, own: OwnWebhookUrl, mayKnowAddress: boolean): Agent {
  const { to, host, url } = determineAgentEventDestination(wire, own);
  const liveVersion = getOlderLiveAgentVersion(wire);
  return {
    agent_id: wire.agent_id,
    agent_name: getAgentName(wire),
    version: wire.version ?? null,
    is_published: liveVersion === null ? (wire.is_published ?? null) : true,
    live_version: liveVersion,
    language: wire.language ?? null,
    voice_id: wire.voice_id ?? null,
    voice_model: wire.voice_model ?? null,
    voice_temperature: wire.voice_temperature ?? null,
    voice_speed: wire.voice_speed ?? null,
    ambient_sound: wire.ambient_sound ?? null,
    responsiveness: wire.responsiveness ?? null,
    interruption_sensitivity: wire.interruption_sensitivity ?? null,
    enable_backchannel: wire.enable_backchannel ?? null,
    voicemail_action: wire.voicemail_option === null ? 'none' : (wire.voicemail_option?.action?.type ?? null),
    response_engine: wire.response_engine ?? null,
    events_to: to,
    webhook_host: host,
    webhook_url: mayKnowAddress ? url : null,
    last_modification_timestamp: wire.last_modification_timestamp ?? null,
  };
}

/** Lists the agent versions bound to a phone number, without repetitions. Agents with weight 0 are left out. */
function boundAgentsOf(bound: NonNullable<WirePhoneNumber['outbound_agents']>): NumberBoundAgent[] {
  const weighted = bound
    .filter(({ weight }) => weight !== 0)
    .map(({ agent_id, agent_version }) => ({ agent_id, agent_version: agent_version ?? null }));
  return [...new Map(weighted.map((agent) => [JSON.stringify(agent), agent])).values()];
}

export function toPhoneNumberResponse(wire: WirePhoneNumber): PhoneNumber {
  const outbound = wire.outbound_agents ?? [];
  // Among a number's agents of equal weight, the one that the provider lists first is the main one.
  const main = outbound.reduce<(typeof outbound)[number] | null>(
    (best, agent) => (best === null || (agent.weight ?? 0) > (best.weight ?? 0) ? agent : best),
    null,
  );
  return {
    phone_number_id: wire.phone_number,
    phone_number: wire.phone_number,
    phone_number_shown: formatPhoneNumber(wire.phone_number),
    nickname: wire.nickname ?? null,
    outbound_agent_id: main?.agent_id ?? null,
    outbound_agents: boundAgentsOf(outbound),
  };
}
