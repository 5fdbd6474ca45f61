// The agent that speaks, over HTTP against the simulator's bindings and versions: the number's binding if nobody is
// chosen, otherwise the chosen agent in a version. Uncertain cases are refused.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  Campaign,
  CopiedCampaignDraft,
  CampaignRecipient,
  CreateCampaignBody,
} from '../../../../contract/campaigns.ts';
import type { WireCall } from '../../../../retell/index.ts';
import type { HttpFailure } from '../../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { buildOrder, phoneOf, rowsOf, setPace, whenStatus } from '../../../testing/campaign-orders.ts';

const lines = {
  pinned: '+541150001001',
  tagged: '+541150001002',
  plain: '+541150001003',
  shared: '+541150001004',
  versions: '+541150001005',
  gone: '+541150001006',
  draft: '+541150001007',
};
let app: TestApp;
let workspace: TestWorkspace;
let nextNumber = 700;

beforeAll(async () => {
  const bound = (
    phoneNumber: string,
    ...outboundAgents: { agent_id: string; weight: number; agent_version?: string | number }[]
  ) => ({ phoneNumber, outboundAgents });
  const ana = (weight: number, agent_version?: string | number) => ({
    agent_id: 'agent_ana',
    weight,
    ...(agent_version === undefined ? {} : { agent_version }),
  });
  app = await startTestApp({
    simulator: {
      callDurationMs: 20,
      accounts: [
        {
          key: testKey,
          orgName: 'Prueba',
          concurrencyLimit: 50,
          agents: [
            // Version 5 is a draft, 4 was published last, 3 was never published.
            {
              agentId: 'agent_ana',
              agentName: 'Ana',
              script: 'survey',
              version: 5,
              isPublished: false,
              drafts: [3],
              analysisOf: { 2: ['campo_2'], 4: ['campo_4'], 5: ['campo_5'] },
            },
            { agentId: 'agent_beto', agentName: 'Beto', script: 'survey', version: 1 },
            { agentId: 'agent_new', agentName: 'Nuevo', script: 'survey', version: 0, isPublished: false },
            { agentId: 'agent_caro', agentName: 'Caro', script: 'survey', version: 0, isPublished: false },
          ],
          numbers: [
            bound(lines.pinned, ana(1, 2)),
            bound(lines.tagged, ana(1, 'latest_published'), ana(0, 1)),
            bound(lines.plain, ana(1)),
            bound(lines.shared, ana(0.5, 2), { agent_id: 'agent_beto', weight: 0.5 }),
            bound(lines.versions, ana(0.9, 2), ana(0.1, 4)),
            bound(lines.gone, ana(1, 9)),
            bound(lines.draft, { agent_id: 'agent_caro', weight: 1 }),
          ],
        },
      ],
    },
  });
  workspace = await app.createWorkspace();
  await setPace(workspace);
});
afterAll(() => app.stop());

function create(line: string, overrides: Partial<CreateCampaignBody> = {}): Promise<Campaign> {
  const recipients = rowsOf(2, nextNumber);
  nextNumber += 2;
  return workspace.editor.post<Campaign>('/api/campaigns', buildOrder(line, { recipients, ...overrides }));
}

const failure = (promise: Promise<unknown>): Promise<HttpFailure> =>
  promise.then(
    () => {
      throw new Error('no failure');
    },
    (error: unknown) => error as HttpFailure,
  );

/** The provider's calls of a campaign that has ended. */
async function callsOf({ id }: Campaign): Promise<WireCall[]> {
  await whenStatus(workspace, id, 'completed');
  return [...app.simulator.calls(workspace.key)].filter(
    ({ metadata }) => (metadata as Record<string, unknown> | undefined)?.['vocero_campaign_id'] === id,
  );
}

/** The agent's own items that the override of a campaign's list repeats. */
async function carried({ id }: Campaign): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ agent_analysis: { type: string; name: string }[] }>(
    'select agent_analysis from campaigns where id = $1',
    [id],
  );
  return (rows[0]?.agent_analysis ?? []).filter(({ type }) => type !== 'system-presets').map(({ name }) => name);
}

test.each([
  ['pinned', 2, ['campo_2']],
  ['tagged', 4, ['campo_4']],
  ['plain', 5, ['campo_5']],
] as const)(
  'without a choice the number decides: %s speaks in version %i, whose analysis items travel',
  async (line, version, items) => {
    const campaign = await create(lines[line]);
    expect(campaign).toMatchObject({ agentId: 'agent_ana', agentVersion: null, isNumbersAgent: true });
    expect(await carried(campaign)).toEqual(items);
    const calls = await callsOf(campaign);
    expect(calls.map(({ agent_id, agent_version }) => [agent_id, agent_version])).toEqual([
      ['agent_ana', version],
      ['agent_ana', version],
    ]);
    const [recipient] = await workspace.operator.get<CampaignRecipient[]>(`/api/campaigns/${campaign.id}/recipients`);
    expect(recipient?.attempts).toMatchObject([{ agentVersion: version }]);
    const file = await (await workspace.operator.request('GET', `/api/campaigns/${campaign.id}/results.csv`)).text();
    expect(file).toContain('Versión del agente');
    expect(await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${campaign.id}/draft`)).toMatchObject({
      agentId: null,
      agentVersion: null,
    });
  },
);

test.each([
  ['the published one unless told', null, 4, ['campo_4']],
  ['the published one', 'latest_published', 4, ['campo_4']],
  ['a fixed one', 2, 2, ['campo_2']],
] as const)('a chosen agent speaks in %s, whatever the number is bound to', async (_, choice, version, items) => {
  const campaign = await create(lines.shared, { agentId: 'agent_ana', agentVersion: choice });
  const agentVersion = choice ?? 'latest_published';
  expect(campaign).toMatchObject({ agentId: 'agent_ana', agentName: 'Ana', agentVersion, isNumbersAgent: false });
  expect(await carried(campaign)).toEqual(items);
  expect((await callsOf(campaign)).map(({ agent_version }) => agent_version)).toEqual([version, version]);
  expect(await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${campaign.id}/draft`)).toMatchObject({
    agentId: 'agent_ana',
    agentVersion,
  });
});

test('several agents, or several versions of one, are to be chosen from; the test call asks the same', async () => {
  for (const line of [lines.shared, lines.versions]) {
    const answer = {
      status: 422,
      body: {
        code: 'agent_undecided',
        message: expect.stringMatching(/varios agentes o versiones\. Elige uno/),
        details: [{ path: 'agentId' }],
      },
    };
    expect(await failure(create(line))).toMatchObject(answer);
    expect(
      await failure(workspace.editor.post('/api/campaigns/test-call', { phoneNumber: line, toNumber: phoneOf(1) })),
    ).toMatchObject(answer);
  }
});

test.each([
  [lines.plain, { agentId: 'agent_ana', agentVersion: 9 }, 'agentVersion', 'El agente Ana no tiene una versión 9.'],
  [
    lines.plain,
    { agentId: 'agent_new' },
    'agentVersion',
    'El agente Nuevo no tiene una versión publicada. Publícalo en Retell o elige una versión.',
  ],
  [lines.plain, { agentVersion: 2 }, 'agentVersion', 'Elige el agente al que corresponde la versión.'],
  [lines.gone, {}, 'agentId', /una versión que Retell no conoce/],
] as const)('a version that is not there is refused at its field: %s %j', async (line, choice, path, message) => {
  const text = typeof message === 'string' ? message : (expect.stringMatching(message) as string);
  expect(await failure(create(line, choice))).toMatchObject({
    status: 400,
    body: { message: text, details: [{ path }] },
  });
});

test('items travel as the provider told them: an odd one costs no other, and nothing of itself', async () => {
  const items = [
    { type: 'boolean', name: 'acuerdo', description: 'Si hubo acuerdo.' },
    { type: 'enum', name: 'canal', description: 'Por dónde.', choices: [{ label: 'web' }], required: 'yes', newer: 1 },
    { type: 'string', description: 'Sin nombre: la API lo exige.' },
    null,
  ];
  // The provider's own dashboard would save it in this way.
  const answer = await fetch(`${app.simulator.url}/update-agent/agent_caro`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${workspace.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ post_call_analysis_data: items }),
  });
  expect(answer.status).toBe(200);
  await app.app.features.agents.refresh(workspace.id);
  const campaign = await create(lines.draft);
  const { rows } = await app.database.pool.query<{ agent_analysis: unknown }>(
    'select agent_analysis from campaigns where id = $1',
    [campaign.id],
  );
  expect(rows[0]?.agent_analysis).toEqual(items.slice(0, 2));
  expect(await callsOf(campaign)).toHaveLength(2);
});

test('an agent that could not be read when it was listed is read before a campaign takes it over', async () => {
  await app.database.pool.query(
    `update provider_cache set value = '{"agent_id": "agent_ana", "agent_name": "Ana"}' where workspace_id = $1 and key = 'agent_ana'`,
    [workspace.id],
  );
  app.simulator.setFaults({ others: { tooManyRequests: { probability: 1 } } });
  const refused = await failure(create(lines.plain)).finally(() => app.simulator.setFaults({}));
  expect(refused).toMatchObject({
    status: 502,
    body: { code: 'provider_unavailable', message: expect.stringMatching(/Retell no respondió/) as string },
  });
  expect(await carried(await create(lines.plain))).toEqual(['campo_5']);
});

test('the test call speaks in the chosen version', async () => {
  await workspace.editor.post('/api/campaigns/test-call', {
    phoneNumber: lines.plain,
    toNumber: phoneOf(2),
    agentId: 'agent_ana',
    agentVersion: 2,
  });
  await workspace.editor.post('/api/campaigns/test-call', { phoneNumber: lines.pinned, toNumber: phoneOf(3) });
  const spoken = [phoneOf(2), phoneOf(3)].map(
    (to) => [...app.simulator.calls(workspace.key)].find(({ to_number }) => to_number === to)?.agent_version,
  );
  expect(spoken).toEqual([2, 2]);
});

test('a number that gives its calls to another agent meanwhile pauses the campaign, which says so', async () => {
  await setPace(workspace, { callsPerSecond: 1, reservedLines: 0 });
  app.simulator.bindNumber(workspace.key, lines.pinned, [{ agent_id: 'agent_beto', weight: 1 }]);
  const campaign = await create(lines.pinned, { recipients: rowsOf(10, 900) });
  const paused = await whenStatus(workspace, campaign.id, 'paused');
  expect(paused).toMatchObject({ pauseReason: 'agent_changed' });
  const calls = [...app.simulator.calls(workspace.key)].filter(({ agent_id: id }) => id === 'agent_beto');
  expect(calls.length).toBeLessThan(10);
  await waitFor(
    'what was under way to end',
    async () => (await workspace.operator.get<Campaign>(`/api/campaigns/${campaign.id}`)).liveCount === 0,
  );
  await setPace(workspace);
});

test('an agent that is gone meanwhile pauses the campaign instead of using up its people', async () => {
  const campaign = await create(lines.plain, {
    recipients: rowsOf(400, 1_200),
    sendOption: 'scheduled',
    scheduledDate: '2099-01-01',
    scheduledTime: '10:00',
  });
  app.simulator.bindNumber(workspace.key, lines.plain, []);
  await app.database.pool.query('update campaigns set starts_at = clock_timestamp() where id = $1', [campaign.id]);
  app.app.events.emit('dispatch.due', { workspaceId: workspace.id });
  const paused = await whenStatus(workspace, campaign.id, 'paused');
  expect(paused).toMatchObject({ pauseReason: 'orders_refused' });
  const path = `/api/campaigns/${campaign.id}`;
  await waitFor('the orders under way', async () => {
    const { rowCount } = await app.database.pool.query(
      "select from attempts where campaign_id = $1 and state in ('claimed', 'unknown')",
      [campaign.id],
    );
    return rowCount === 0;
  });
  // Twenty calls, and those that were on their way by then.
  const { undeliveredCount, pendingCount } = await workspace.operator.get<Campaign>(path);
  expect(undeliveredCount).toBeGreaterThanOrEqual(20);
  expect(undeliveredCount + pendingCount).toBe(400);
  expect(pendingCount).toBeGreaterThan(100);
  const log = await workspace.operator.get<{ kind: string; details: object }[]>(`${path}/log`);
  expect(log.find(({ kind }) => kind === 'paused')?.details).toMatchObject({
    reason: 'orders_refused',
    message: expect.stringMatching(/agent/i) as string,
  });
  app.simulator.bindNumber(workspace.key, lines.plain, [{ agent_id: 'agent_ana', weight: 1 }]);
});

test('a campaign from before versions could be chosen goes on naming its agent alone', async () => {
  const campaign = await create(lines.shared, {
    agentId: 'agent_ana',
    sendOption: 'scheduled',
    scheduledDate: '2099-01-01',
    scheduledTime: '10:00',
  });
  await app.database.pool.query(
    'update campaigns set agent_version = null, starts_at = clock_timestamp() where id = $1',
    [campaign.id],
  );
  app.app.events.emit('dispatch.due', { workspaceId: workspace.id });
  expect((await callsOf(campaign)).map(({ agent_id, agent_version }) => [agent_id, agent_version])).toEqual([
    ['agent_ana', 5],
    ['agent_ana', 5],
  ]);
  expect(await workspace.operator.get<Campaign>(`/api/campaigns/${campaign.id}`)).toMatchObject({
    agentId: 'agent_ana',
    agentVersion: null,
    isNumbersAgent: false,
  });
});
