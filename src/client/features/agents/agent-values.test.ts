import { describe, expect, it } from 'vitest';
import type { Agent } from '../../../contract/agents.ts';
import { agentStatus, countAgents, filterAgents, languagesOf } from './agent-values.ts';

const agent = (overrides: Partial<Agent>): Agent => ({
  agent_id: 'agent_1',
  agent_name: 'Cobranza Amistosa',
  version: 1,
  is_published: true,
  language: 'es-AR',
  voice_id: null,
  voice_model: null,
  voice_temperature: null,
  voice_speed: null,
  ambient_sound: null,
  responsiveness: null,
  interruption_sensitivity: null,
  enable_backchannel: null,
  response_engine: null,
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
    expect(countAgents(agents)).toEqual({ total: 3, published: 1, drafts: 1, languages: 2 });
    expect(agents.map(agentStatus)).toEqual(['published', 'draft', 'unknown']);
    expect(agents.map(languagesOf)).toEqual([['es-AR'], ['es-AR', 'en-US'], []]);
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
});
