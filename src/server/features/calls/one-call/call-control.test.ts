// Hanging up over HTTP, with a provider whose calls live until somebody ends them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CallDetail, CallSummary } from '../../../../contract/calls.ts';
import type { AuditLogEntry } from '../../../../contract/settings.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const otherKey = 'key_other_0123456789abcdef';
const anHour = 3_600_000;
let test: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;

beforeAll(async () => {
  test = await startTestApp({
    background: false,
    simulator: {
      accounts: [
        { key: testKey, orgName: 'Prueba' },
        { key: otherKey, orgName: 'Otra' },
      ],
      callDurationMs: anHour,
      ringMs: 0,
    },
  });
  workspace = await test.createWorkspace();
  stranger = await test.createWorkspace(otherKey);
});
afterAll(() => test.stop());
beforeEach(() => test.simulator.setFaults({}));

const active = () => workspace.operator.get<CallSummary[]>('/api/calls/active');
const hangUp = (callId: string, who = workspace.editor) => who.post(`/api/calls/${callId}/hang-up`);
const told = (callId: string) => test.simulator.call(testKey, callId);

/** Starts a conversation that goes on and that the console knows. */
async function liveCall(): Promise<string> {
  test.simulator.forceOutcome('user_hangup');
  const callId = test.simulator.arrive(testKey, 'inbound');
  await waitFor(
    'the call to live',
    async () => (await active()).some(({ id }) => id === callId) && told(callId)?.call_status === 'ongoing',
  );
  return callId;
}

async function ordersOf(callId: string): Promise<readonly AuditLogEntry[]> {
  const entries = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=call');
  return entries.filter(({ target }) => target === callId);
}

describe('an editor who hangs up', () => {
  it('ends the call at the provider and in the lists, without a webhook', async () => {
    const callId = await liveCall();
    test.simulator.setFaults({ webhooks: { lost: { probability: 1 } } });
    const answer = await workspace.editor.request('POST', `/api/calls/${callId}/hang-up`);
    expect(answer.status).toBe(204);
    expect(told(callId)).toMatchObject({ call_status: 'ended', disconnection_reason: 'manual_stopped' });
    expect((await active()).map(({ id }) => id)).not.toContain(callId);
    expect(await workspace.operator.get<CallDetail>(`/api/calls/${callId}`)).toMatchObject({
      callStatus: 'ended',
      disconnectionReason: 'manual_stopped',
    });
    expect(await ordersOf(callId)).toMatchObject([{ action: 'call.hang_up_ordered', username: expect.any(String) }]);
  });

  it('is told that a call is over, by us or by the provider alone, and by the latter learns how it ended', async () => {
    const callId = await liveCall();
    await hangUp(callId);
    const over = { status: 409, body: { code: 'call_over', message: 'La llamada ya terminó.' } };
    await expect(hangUp(callId)).rejects.toMatchObject(over);
    expect(await ordersOf(callId)).toHaveLength(1);

    const unheard = await liveCall();
    test.simulator.setFaults({ webhooks: { lost: { probability: 1 } } });
    await fetch(`${test.simulator.url}/v2/stop-call/${unheard}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}` },
    });
    await expect(hangUp(unheard)).rejects.toMatchObject(over);
    expect((await active()).map(({ id }) => id)).not.toContain(unheard);
  });

  it('is told that the provider is away, and the call lives on', async () => {
    const callId = await liveCall();
    test.simulator.setFaults({ others: { serverError: { next: 1 } } });
    await expect(hangUp(callId)).rejects.toMatchObject({ status: 502, body: { code: 'provider_unavailable' } });
    expect((await active()).map(({ id }) => id)).toContain(callId);
    await hangUp(callId);
    expect((await active()).map(({ id }) => id)).not.toContain(callId);
  });
});

describe('who may not hang up', () => {
  it('changes nothing: operators, strangers, and whoever names no call', async () => {
    const callId = await liveCall();
    await expect(hangUp(callId, workspace.operator)).rejects.toMatchObject({ status: 403 });
    await expect(hangUp(callId, stranger.admin)).rejects.toMatchObject({ status: 404, body: { code: 'not_found' } });
    await expect(hangUp('call_none')).rejects.toMatchObject({ status: 404 });
    expect(told(callId)?.call_status).toBe('ongoing');
    expect(await ordersOf(callId)).toEqual([]);
    await hangUp(callId, workspace.admin);
  });
});
