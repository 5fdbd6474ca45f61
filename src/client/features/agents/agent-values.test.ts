import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../contract/agents.ts';
import {
  getAgentPublicationStatus,
  countAgentsByStatus,
  filterAgents,
  getAgentLanguages,
  isAgentPreselectedForWebhookConnect,
} from './agent-values.ts';

const agent = (overrides: Partial<Agent>): Agent => ({
  agent_id: 'agent_1',
  agent_name: 'Cobranza Amistosa',
  version: 1,
  is_published: true,
  live_version: null,
  language: 'es-AR',
  voice_id: null,
  voice_model: null,
  voice_temperature: null,
  voice_speed: null,
  voicemail_action: null,
  ambient_sound: null,
  responsiveness: null,
  interruption_sensitivity: null,
  enable_backchannel: null,
  response_engine: null,
  events_to: 'account',
  webhook_host: null,
  webhook_url: null,
  last_modification_timestamp: null,
  ...overrides,
});

const agents = [
  agent({}),
  agent({ agent_id: 'agent_2', agent_name: 'ENCUESTA Ñandú', is_published: false, language: ['es-AR', 'en-US'] }),
  agent({ agent_id: 'agent_3', agent_name: 'Sin detalles', is_published: null, language: null }),
];

describe('agents', () => {
  it('counts each status and every language once', () => {
    expect(countAgentsByStatus(agents)).toEqual({ total: 3, published: 1, drafts: 1, languages: 2 });
    expect(agents.map(getAgentPublicationStatus)).toEqual(['published', 'draft', 'unknown']);
    expect(agents.map(getAgentLanguages)).toEqual([['es-AR'], ['es-AR', 'en-US'], []]);
  });

  it.each([
    ['', 'all', 3],
    ['ñandú', 'all', 1],
    ['AGENT_3', 'all', 1],
    [' cobranza ', 'all', 1],
    ['', 'published', 1],
    ['', 'draft', 1],
    ['cobranza', 'draft', 0],
  ] as const)('finds %j with status %s: %d', (text, status, count) => {
    expect(filterAgents(agents, text, status)).toHaveLength(count);
  });

  it('are ticked to be connected when they go elsewhere, and by the account only while no events arrive', () => {
    const ticked = (status: 'connected' | 'waiting' | 'silent' | undefined) =>
      (['here', 'elsewhere', 'account', 'unknown'] as const).filter((place) =>
        isAgentPreselectedForWebhookConnect({ events_to: place }, status),
      );
    expect(ticked('connected')).toEqual(['elsewhere']);
    expect(ticked(undefined)).toEqual(['elsewhere']);
    expect(ticked('waiting')).toEqual(['elsewhere', 'account']);
    expect(ticked('silent')).toEqual(['elsewhere', 'account']);
  });
});
