// Pointing agents' events here and back, over HTTP against the simulated provider.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentWebhookConnectOutcome } from '../../../contract/agent-events.ts';
import type { Agent, AgentEventDestinationInfo } from '../../../contract/agents.ts';
import { createHttpClient, type HttpClient } from '../../testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startWebhookReceiver } from '../../testing/webhook-receiver.ts';

const elsewhere = 'https://otro.example/entrada?token=secreto-de-otro';
const keys = ['key_hooks_main_0000', 'key_hooks_other_000'] as const;

const scripts = ['support', 'collections', 'appointment', 'survey', 'sales'] as const;
const neverPublished = 'agent_never_published';
/** Five published agents and one that was never published. */
const agents = [
  ...scripts.map((script) => ({ agentId: `agent_of_${script}`, agentName: script, script })),
  { agentId: neverPublished, agentName: 'Nunca publicado', script: 'survey' as const, version: 0, isPublished: false },
];

let test: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  test = await startTestApp({
    simulator: { accounts: keys.map((key) => ({ key, orgName: key, numbers: 1, agents })) },
  });
  workspace = await test.createWorkspace(keys[0]);
});
afterAll(() => test.stop());

const { key } = { key: keys[0] };

/** Makes a request as the provider's own dashboard would. */
async function atProvider<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(test.simulator.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBeLessThan(300);
  const text = await answer.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

interface Version {
  readonly version: number;
  readonly is_published: boolean;
  readonly webhook_url?: string | null;
  readonly response_engine: {
    readonly llm_id?: string;
    readonly conversation_flow_id?: string;
    readonly version: number;
  };
}
const versionOf = (agentId: string, version: number | 'latest_published' = 'latest_published') =>
  atProvider<Version>('GET', `/get-agent/${agentId}?version=${version}`);
/** Returns the newest two versions, newest first. */
const newestOf = async (agentId: string) =>
  (await atProvider<{ items: Version[] }>('GET', `/list-agent-versions/${agentId}`)).items
    .slice(0, 2)
    .map(({ version, is_published }) => [version, is_published]);

const refresh = () => test.app.features.agents.refresh(workspace.id);
const listAgents = (who: HttpClient) => who.get<Agent[]>('/api/retell/agents');
const webhooks = () =>
  workspace.admin.get<{ unreachable: boolean; agents: AgentEventDestinationInfo[] }>('/api/retell/agents/webhooks');
const webhookOf = async (agentId: string) => (await webhooks()).agents.find((agent) => agent.agent_id === agentId);
async function post(path: string, body: unknown): Promise<Record<string, AgentWebhookConnectOutcome>> {
  const { results } = await workspace.admin.post<{
    results: { agent_id: string; outcome: AgentWebhookConnectOutcome }[];
  }>(path, body);
  return Object.fromEntries(results.map(({ agent_id, outcome }) => [agent_id, outcome]));
}
const connect = (agentId: string, from: string | null) =>
  post('/api/retell/agents/connect', { agents: [{ agentId, from }] });
const putBack = (agentId: string) => post('/api/retell/agents/put-back', { agentIds: [agentId] });
const ourAddress = async () => (await workspace.admin.get<{ webhookUrl: string }>('/api/webhook-url')).webhookUrl;

/** Number of agents taken. `takeAgent` gives each test a published agent of its own. */
let taken = 0;
async function takeAgent(): Promise<string> {
  const published = (await listAgents(workspace.admin)).filter(({ is_published }) => is_published);
  const agent = published[taken++ % published.length];
  if (!agent) throw new Error('the account has no published agent');
  test.simulator.setAgentWebhookUrl(key, agent.agent_id, undefined);
  return agent.agent_id;
}

describe('agents’ events', () => {
  it('go elsewhere, arrive once connected, and go back', async () => {
    const receiver = await startWebhookReceiver();
    const number = (
      await atProvider<{ items: { inbound_agents: { agent_id: string }[] }[] }>('GET', '/v2/list-phone-numbers')
    ).items[0];
    const agentId = number?.inbound_agents[0]?.agent_id ?? '';
    const own = `${receiver.origin}/entrada?token=secreto-de-otro`;
    test.simulator.setAgentWebhookUrl(key, agentId, own);
    await refresh();
    try {
      const status = () =>
        workspace.operator.get<{
          lastEventAt: string | null;
          missedCalls: number;
          missedByAgent: { agentId: string; calls: number }[];
        }>('/api/webhook-status');
      const callId = test.simulator.arrive(key, 'inbound');
      await test.simulator.whenIdle();
      expect(receiver.posts.length).toBeGreaterThan(0);
      expect((await status()).lastEventAt).toBeNull();
      await waitFor('the call to be named as one that no webhook told of', async () => {
        await test.app.features.calls.reconcileNow(workspace.id);
        return (await status()).missedByAgent.some((miss) => miss.agentId === agentId && miss.calls === 1);
      });

      const { version } = await versionOf(agentId);
      expect(await webhookOf(agentId)).toMatchObject({
        events_to: 'elsewhere',
        webhook_url: own,
        webhook_host: new URL(own).host,
        previous: null,
        fixed_at: [],
      });
      expect(await connect(agentId, own)).toEqual({ [agentId]: 'done' });
      expect(await versionOf(agentId)).toMatchObject({
        version: version + 1,
        is_published: true,
        webhook_url: await ourAddress(),
      });
      expect(await versionOf(agentId, version)).toMatchObject({ webhook_url: own });
      expect(await webhookOf(agentId)).toMatchObject({ events_to: 'here', previous: { host: new URL(own).host } });
      expect((await status()).missedByAgent).toEqual([]);

      const heard = receiver.posts.length;
      const nextId = test.simulator.arrive(key, 'inbound');
      await test.simulator.whenIdle();
      expect(receiver.posts).toHaveLength(heard);
      expect((await status()).lastEventAt).not.toBeNull();
      expect(await workspace.operator.get(`/api/calls/${nextId}`)).toMatchObject({ callStatus: 'ended' });
      expect(nextId).not.toBe(callId);

      // Connecting again changes nothing.
      expect(await connect(agentId, own)).toEqual({ [agentId]: 'unchanged' });
      expect(await newestOf(agentId)).toEqual([
        [version + 1, true],
        [version, true],
      ]);

      const { rows } = await test.database.pool.query<{ previous_url_encrypted: string }>(
        'select * from agent_webhooks where agent_id = $1',
        [agentId],
      );
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain('secreto-de-otro');
      expect(await putBack(agentId)).toEqual({ [agentId]: 'done' });
      expect(await versionOf(agentId)).toMatchObject({ version: version + 2, webhook_url: own });
      expect(await webhookOf(agentId)).toMatchObject({ events_to: 'elsewhere', previous: null });
      expect(await putBack(agentId)).toEqual({ [agentId]: 'nothing_kept' });

      const log =
        await workspace.admin.get<{ action: string; target: string; details: object }[]>('/api/audit-log?topic=agent');
      expect(log.map(({ action }) => action)).toEqual(['agent.webhook_put_back', 'agent.webhook_connected']);
      expect(log[1]).toMatchObject({ details: { eventsWentTo: new URL(own).host } });
      expect(JSON.stringify(log)).not.toContain('secreto-de-otro');
    } finally {
      test.simulator.setAgentWebhookUrl(key, agentId, undefined);
      await receiver.close();
    }
  });

  it('are told by place to everybody, and by address to admins alone', async () => {
    const agentId = await takeAgent();
    const find = async (who: HttpClient) => (await listAgents(who)).find((agent) => agent.agent_id === agentId);
    test.simulator.setAgentWebhookUrl(key, agentId, elsewhere);
    await refresh();
    expect(await find(workspace.admin)).toMatchObject({
      events_to: 'elsewhere',
      webhook_host: 'otro.example',
      webhook_url: elsewhere,
    });
    for (const who of [workspace.operator, workspace.editor]) {
      expect(await find(who)).toMatchObject({
        events_to: 'elsewhere',
        webhook_host: 'otro.example',
        webhook_url: null,
      });
    }
    // A program never sees another system's address, whoever made its token.
    const order = { name: 'CRM', role: 'admin', expiresInDays: 30 };
    const { token } = await workspace.admin.post<{ token: string }>('/api/tokens', order);
    const program = createHttpClient(test.url, { authorization: `Bearer ${token}` });
    expect(await find(program)).toMatchObject({ webhook_host: 'otro.example', webhook_url: null });
    // A number bound to a version keeps that version.
    await test.database.pool.query(
      `update provider_cache set value = jsonb_set(value, '{outbound_agents}', $3) where workspace_id = $1 and kind = $2`,
      [
        workspace.id,
        'phone_number',
        JSON.stringify([
          { agent_id: agentId, weight: 1, agent_version: 3 },
          { agent_id: agentId, weight: 1, agent_version: 'latest' },
        ]),
      ],
    );
    expect((await webhookOf(agentId))?.fixed_at).toMatchObject([{ version: '3' }]);
    // Our own address contains a secret too.
    test.simulator.setAgentWebhookUrl(key, agentId, await ourAddress());
    await refresh();
    expect(await find(workspace.operator)).toMatchObject({ events_to: 'here', webhook_url: null });
    test.simulator.setAgentWebhookUrl(key, agentId, undefined);
    await refresh();
    expect(await find(workspace.operator)).toMatchObject({
      events_to: 'account',
      webhook_host: null,
      webhook_url: null,
    });
  });

  it('are those of the published version, whatever a draft says', async () => {
    const agentId = await takeAgent();
    const { version } = await versionOf(agentId);
    await atProvider('POST', `/create-agent-version/${agentId}`, { base_version: version });
    await atProvider('PATCH', `/update-agent/${agentId}`, { webhook_url: elsewhere });
    await refresh();
    expect(await webhookOf(agentId)).toMatchObject({ events_to: 'account' });
    // The agent counts as published, because calls use an older version than the draft.
    const agents = await listAgents(workspace.admin);
    expect(agents.find(({ agent_id }) => agent_id === agentId)).toMatchObject({
      is_published: true,
      version: version + 1,
      live_version: version,
    });
    // A draft with no other differences is the one that is published.
    expect(await connect(agentId, null)).toEqual({ [agentId]: 'done' });
    expect(await newestOf(agentId)).toEqual([
      [version + 1, true],
      [version, true],
    ]);
    expect(await versionOf(agentId)).toMatchObject({ version: version + 1, webhook_url: await ourAddress() });
    expect(await putBack(agentId)).toEqual({ [agentId]: 'done' });
    expect((await versionOf(agentId)).webhook_url ?? null).toBeNull();
  });

  it('are those of the version published last, which need not be the newest', async () => {
    const agentId = await takeAgent();
    const { version } = await versionOf(agentId);
    for (const draft of [version + 1, version + 2]) {
      await atProvider('POST', `/create-agent-version/${agentId}`, { base_version: version });
      await atProvider('PATCH', `/update-agent/${agentId}?version=${draft}`, { voice_speed: 1.1 + draft / 1000 });
    }
    // The newest version is published, then the older one again.
    for (const each of [version + 2, version + 1])
      await atProvider('POST', `/publish-agent-version/${agentId}`, { version: each });
    expect(await versionOf(agentId)).toMatchObject({ version: version + 1 });
    await refresh();
    expect((await listAgents(workspace.admin)).find(({ agent_id }) => agent_id === agentId)).toMatchObject({
      is_published: true,
      version: version + 2,
      live_version: version + 1,
    });
    expect(await connect(agentId, null)).toEqual({ [agentId]: 'draft_has_changes' });
    expect(await newestOf(agentId)).toEqual([
      [version + 2, true],
      [version + 1, true],
    ]);

    // If both versions have the same content, a draft of it is published.
    await atProvider('POST', `/create-agent-version/${agentId}`, { base_version: version + 1 });
    await atProvider('POST', `/create-agent-version/${agentId}`, { base_version: version + 1 });
    for (const each of [version + 4, version + 3])
      await atProvider('POST', `/publish-agent-version/${agentId}`, { version: each });
    expect(await connect(agentId, null)).toEqual({ [agentId]: 'done' });
    expect(await versionOf(agentId)).toMatchObject({ version: version + 5, webhook_url: await ourAddress() });
    expect(await webhookOf(agentId)).toMatchObject({ events_to: 'here' });
    expect(await putBack(agentId)).toEqual({ [agentId]: 'done' });
  });

  it('stay where they are while a draft holds other changes, in the agent or in its prompt', async () => {
    for (const change of ['agent', 'engine'] as const) {
      const agentId = await takeAgent();
      test.simulator.setAgentWebhookUrl(key, agentId, elsewhere);
      const { version } = await versionOf(agentId);
      const draft = await atProvider<Version>('POST', `/create-agent-version/${agentId}`, { base_version: version });
      const { llm_id: llm, conversation_flow_id: flow, version: engineVersion } = draft.response_engine;
      const engine = llm ? `/update-retell-llm/${llm}` : `/update-conversation-flow/${flow}`;
      if (change === 'agent') await atProvider('PATCH', `/update-agent/${agentId}`, { voice_speed: 1.4 });
      else await atProvider('PATCH', `${engine}?version=${engineVersion}`, { general_prompt: 'Otra cosa' });
      await refresh();
      expect(await connect(agentId, elsewhere), change).toEqual({ [agentId]: 'draft_has_changes' });
      expect(await newestOf(agentId)).toEqual([
        [version + 1, false],
        [version, true],
      ]);
      expect(await versionOf(agentId)).toMatchObject({ version, webhook_url: elsewhere });
      expect(await webhookOf(agentId)).toMatchObject({ previous: null });
    }
  });

  it('are not taken from where nobody said that they went', async () => {
    const agentId = neverPublished;
    test.simulator.setAgentWebhookUrl(key, agentId, elsewhere);
    expect(await connect(agentId, null)).toEqual({ [agentId]: 'changed' });
    // An agent that was never published: calls use its draft, which stays a draft.
    expect(await connect(agentId, elsewhere)).toEqual({ [agentId]: 'done' });
    expect(await newestOf(agentId)).toEqual([[0, false]]);
    expect(await versionOf(agentId, 0)).toMatchObject({ webhook_url: await ourAddress() });
    // An address that somebody set meanwhile stays.
    test.simulator.setAgentWebhookUrl(key, agentId, 'https://tercero.example/');
    expect(await putBack(agentId)).toEqual({ [agentId]: 'changed' });
    expect(await versionOf(agentId, 0)).toMatchObject({ webhook_url: 'https://tercero.example/' });
  });

  it('say what the key may not do, and what became of a lost answer', async () => {
    const other = await test.createWorkspace(keys[1]);
    const published = scripts.map((script) => `agent_of_${script}`);
    const order = { agents: published.map((agentId) => ({ agentId, from: null })) };
    const ask = async () =>
      (await other.admin.post<{ results: { outcome: string }[] }>('/api/retell/agents/connect', order)).results.map(
        ({ outcome }) => outcome,
      );
    test.simulator.setKeyReadOnly(keys[1], true);
    expect(new Set(await ask())).toEqual(new Set(['not_allowed']));
    test.simulator.setKeyReadOnly(keys[1], false);
    test.simulator.setFaults({ publishing: { answerLost: { next: 1 } } });
    expect(new Set(await ask())).toEqual(new Set(['done']));
    expect(new Set(await ask())).toEqual(new Set(['unchanged']));
    expect((await listAgents(other.admin)).filter(({ events_to }) => events_to === 'here')).toHaveLength(
      published.length,
    );

    // An agent that the account does not have.
    const stranger = await workspace.admin.request('POST', '/api/retell/agents/connect', {
      body: { agents: [{ agentId: 'agent_of_nobody', from: null }] },
    });
    expect(stranger.status).toBe(404);
    for (const who of [other.operator, other.editor]) {
      expect((await who.request('POST', '/api/retell/agents/connect', { body: order })).status).toBe(403);
      expect((await who.request('POST', '/api/retell/agents/put-back', { body: { agentIds: published } })).status).toBe(
        403,
      );
      expect((await who.request('GET', '/api/retell/agents/webhooks')).status).toBe(403);
    }
    expect((await other.operator.request('GET', '/api/webhook-url')).status).toBe(403);
  });
});

describe('another server, which the provider does not reach', () => {
  let other: TestApp;
  let admin: HttpClient;
  beforeAll(async () => {
    other = await startTestApp({
      database: test,
      background: false,
      config: { retellBaseUrl: 'https://api.proveedor.example' },
    });
    admin = await other.signIn('admin', workspace.id);
  });
  afterAll(() => other.stop());

  it('can’t be led to', async () => {
    expect(await admin.get('/api/retell/agents/webhooks')).toMatchObject({ unreachable: true });
    expect(await admin.get('/api/webhook-url')).toMatchObject({ isReachable: false });
    expect(await workspace.admin.get('/api/webhook-url')).toMatchObject({ isReachable: true });
    const [agent] = await listAgents(admin);
    const answer = await admin.request('POST', '/api/retell/agents/connect', {
      body: { agents: [{ agentId: agent?.agent_id, from: null }] },
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('PUBLIC_URL') });
  });

  it('tells of old agents once the provider does not answer, and not while it is asked', async () => {
    const away = async () => (await admin.request('GET', '/api/retell/agents')).headers.get('x-fetch-failed');
    await refresh();
    await test.database.pool.query(`update provider_cache set fetched_at = fetched_at - interval '1 hour'`);
    test.simulator.setFaults({ others: { serverError: { probability: 1 } } });
    expect(await away()).toBeNull();
    await waitFor('the failure to be told', async () => (await away()) === 'true');
    test.simulator.setFaults({});
    await other.app.features.agents.refresh(workspace.id);
    expect(await away()).toBeNull();
  });
});
