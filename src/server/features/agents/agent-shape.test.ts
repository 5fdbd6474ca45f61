import { expect, test } from 'vitest';
import { wireAgentSchema } from '../../../retell/wire-agent.ts';
import { toAgentResponse } from './agent-shape.ts';

test.each([
  [{ voicemail_option: { action: { type: 'hangup' }, detection_prompt: null } }, 'hangup'],
  [{ voicemail_option: { action: { type: 'static_text', text: 'Hola' } } }, 'static_text'],
  // An unknown action of the provider.
  [{ voicemail_option: { action: { type: 'leave_fax' } } }, 'leave_fax'],
  // Null means that no machine is looked for; a missing option means unknown.
  [{ voicemail_option: null }, 'none'],
  [{}, null],
  [{ voicemail_option: { action: null } }, null],
  [{ voicemail_option: 'hangup' }, null],
])('of %j it is known what the agent does at an answering machine: %s', (told, action) => {
  const wire = wireAgentSchema.parse({ agent_id: 'agent_zoe0', ...told });
  const own = { url: 'https://consola.example/hook', host: 'consola.example' };
  expect(toAgentResponse(wire, own as never, false).voicemail_action).toBe(action);
});
