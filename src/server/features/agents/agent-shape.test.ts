import { expect, test } from 'vitest';
import { wireAgentSchema } from '../../../retell/wire-agent.ts';
import { toAgent } from './agent-shape.ts';

test.each([
  [{ voicemail_option: { action: { type: 'hangup' }, detection_prompt: null } }, 'hangup'],
  [{ voicemail_option: { action: { type: 'static_text', text: 'Hola' } } }, 'static_text'],
  // A word that the provider has from now on.
  [{ voicemail_option: { action: { type: 'leave_fax' } } }, 'leave_fax'],
  // It looks for no machine, which is something else than not saying.
  [{ voicemail_option: null }, 'none'],
  [{}, null],
  [{ voicemail_option: { action: null } }, null],
  [{ voicemail_option: 'hangup' }, null],
])('of %j it is known what the agent does at an answering machine: %s', (told, action) => {
  const wire = wireAgentSchema.parse({ agent_id: 'agent_zoe0', ...told });
  const own = { url: 'https://consola.example/hook', host: 'consola.example' };
  expect(toAgent(wire, own as never, false).voicemail_action).toBe(action);
});
