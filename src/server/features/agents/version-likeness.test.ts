import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireAgent } from '../../../retell/wire-agent.ts';
import { determineAgentEventDestination, attachLiveAgentVersion } from './events-place.ts';
import { areAgentVersionsAlike, areResponseEnginesAlike } from './version-likeness.ts';

const agent = {
  agent_id: 'a',
  version: 3,
  is_published: true,
  voice_speed: 1,
  response_engine: { type: 'retell-llm', llm_id: 'l', version: 3 },
};

describe('two versions of an agent', () => {
  it('are alike when they differ in their number, title, time and address alone', () => {
    const draft = {
      ...agent,
      version: 4,
      base_version: 3,
      is_published: false,
      version_title: 'Borrador',
      last_modification_timestamp: 9,
      webhook_url: 'https://a.example',
      voice_model: null,
      response_engine: { ...agent.response_engine, version: 4 },
    };
    expect(areAgentVersionsAlike(agent, draft)).toBe(true);
    expect(
      areResponseEnginesAlike(
        { llm_id: 'l', version: 3, general_prompt: 'Hola' },
        { llm_id: 'l', version: 4, is_published: false, general_prompt: 'Hola' },
      ),
    ).toBe(true);
  });

  it('differ by any other field, known or not, at any depth', () => {
    expect(
      areAgentVersionsAlike(agent, { ...agent, response_engine: { ...agent.response_engine, llm_id: 'otro' } }),
    ).toBe(false);
    expect(areResponseEnginesAlike({ general_tools: [{ name: 'a' }] }, { general_tools: [{ name: 'b' }] })).toBe(false);
    fc.assert(
      fc.property(
        fc.stringMatching(/^novelty_[a-z]{1,8}$/),
        fc.jsonValue().filter((value) => value !== null),
        (field, value) => {
          expect(areAgentVersionsAlike(agent, { ...agent, [field]: value })).toBe(false);
          expect(
            areAgentVersionsAlike({ ...agent, [field]: value }, { ...agent, [field]: structuredClone(value) }),
          ).toBe(true);
        },
      ),
    );
  });
});

describe('where events go', () => {
  const own = { path: '/api/webhooks/retell/ficha', origin: 'https://consola.example' };
  const wire = (webhook_url: string | null): WireAgent => ({ agent_id: 'a', version: 1, webhook_url });

  it.each([
    ['https://consola.example/api/webhooks/retell/ficha', 'here', 'consola.example'],
    ['https://consola.example/api/webhooks/retell/vieja', 'elsewhere', 'consola.example'],
    ['https://vieja.example/api/webhooks/retell/ficha', 'elsewhere', 'vieja.example'],
    ['no es una dirección', 'elsewhere', '?'],
    [null, 'account', null],
    ['', 'account', null],
  ] as const)('%s is %s', (url, to, host) => {
    expect(determineAgentEventDestination(wire(url), own)).toMatchObject({ to, host });
  });

  it('is told by the live version, by the token alone where the server does not know its name, and not without details', () => {
    const live = attachLiveAgentVersion({ ...wire('https://borrador.example/'), version: 2 }, wire(null));
    expect(determineAgentEventDestination(live, own)).toMatchObject({ to: 'account' });
    expect(
      determineAgentEventDestination(wire('http://otro.example/api/webhooks/retell/ficha'), { ...own, origin: null }),
    ).toMatchObject({
      to: 'here',
    });
    expect(determineAgentEventDestination({ agent_id: 'a' }, own)).toMatchObject({ to: 'unknown', url: null });
  });
});
