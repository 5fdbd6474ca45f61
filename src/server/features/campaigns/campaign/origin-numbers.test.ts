// Campaigns that call from several numbers, over HTTP: accepted orders, their agents, and the answers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CopiedCampaignDraft, CreateCampaignBody } from '../../../../contract/campaigns.ts';
import { maxOriginNumbers } from '../../../../contract/recipient-file.ts';
import { buildOrder, rowsOf } from '../../../testing/campaign-orders.ts';
import type { HttpFailure } from '../../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';

const lines = {
  first: '+541150002001',
  second: '+543515002002',
  third: '+541150002003',
  pinned: '+541150002004',
  beto: '+541150002005',
  shared: '+541150002006',
  unbound: '+541150002007',
};
let app: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  const ana = { agent_id: 'agent_ana', weight: 1 };
  const beto = { agent_id: 'agent_beto', weight: 1 };
  app = await startTestApp({
    simulator: {
      accounts: [
        {
          key: testKey,
          orgName: 'Prueba',
          concurrencyLimit: 20,
          agents: [
            { agentId: 'agent_ana', agentName: 'Ana', script: 'survey', version: 3 },
            { agentId: 'agent_beto', agentName: 'Beto', script: 'survey', version: 1 },
          ],
          numbers: [
            ...[lines.first, lines.second, lines.third].map((phoneNumber) => ({ phoneNumber, outboundAgents: [ana] })),
            { phoneNumber: lines.pinned, outboundAgents: [{ ...ana, agent_version: 3 }] },
            { phoneNumber: lines.beto, outboundAgents: [beto] },
            {
              phoneNumber: lines.shared,
              outboundAgents: [
                { ...ana, weight: 0.5 },
                { ...beto, weight: 0.5 },
              ],
            },
            { phoneNumber: lines.unbound, outboundAgents: [] },
          ],
        },
      ],
    },
  });
  workspace = await app.createWorkspace();
});
afterAll(() => app.stop());

type Numbers = Pick<CreateCampaignBody, 'phoneNumber' | 'phoneNumbers' | 'agentId'>;

function create({ phoneNumber, ...given }: Numbers): Promise<Campaign> {
  const { phoneNumber: _, ...order } = buildOrder('', { recipients: rowsOf(1) });
  return workspace.editor.post<Campaign>('/api/campaigns', {
    ...order,
    sendOption: 'scheduled',
    scheduledDate: '2098-11-21',
    scheduledTime: '10:00',
    ...(phoneNumber === undefined ? {} : { phoneNumber }),
    ...given,
  });
}

const failure = (promise: Promise<unknown>): Promise<HttpFailure> =>
  promise.then(
    () => {
      throw new Error('no failure');
    },
    (error: unknown) => error as HttpFailure,
  );

test.each<[string, Numbers, string[]]>([
  ['one number alone', { phoneNumber: lines.second }, [lines.second]],
  ['several, the first of which leads', { phoneNumbers: [lines.second, lines.first] }, [lines.second, lines.first]],
  [
    'several, and which of them leads',
    { phoneNumber: lines.third, phoneNumbers: [lines.first, lines.second, lines.third] },
    [lines.third, lines.first, lines.second],
  ],
])('%s', async (_, given, phoneNumbers) => {
  const made = await create(given);
  const told = { phoneNumber: phoneNumbers[0], phoneNumbers };
  expect(made).toMatchObject({ ...told, agentId: 'agent_ana', isNumbersAgent: true });
  expect(await workspace.operator.get<Campaign>(`/api/campaigns/${made.id}`)).toMatchObject(told);
  expect(await workspace.operator.get<Campaign[]>('/api/campaigns')).toContainEqual(expect.objectContaining(told));
  expect(await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${made.id}/draft`)).toMatchObject(told);
});

test.each<[string, Numbers, { status: number; code: string; message: string | RegExp; path: string }]>([
  ['none', {}, { status: 400, code: 'invalid_input', message: /requerido/, path: 'phoneNumber' }],
  [
    'an empty list',
    { phoneNumbers: [] },
    { status: 400, code: 'invalid_input', message: /requerido/, path: 'phoneNumbers' },
  ],
  [
    'more than twenty',
    { phoneNumbers: Array.from({ length: maxOriginNumbers + 1 }, (_, index) => `+5411500020${10 + index}`) },
    { status: 400, code: 'invalid_input', message: /Como máximo 20/, path: 'phoneNumbers' },
  ],
  [
    'one twice',
    { phoneNumbers: [lines.first, lines.second, lines.first] },
    { status: 400, code: 'invalid_input', message: /repetidos/, path: 'phoneNumbers' },
  ],
  [
    'a leading one that is not among them',
    { phoneNumber: lines.third, phoneNumbers: [lines.first, lines.second] },
    { status: 400, code: 'invalid_input', message: /no está entre los números de la campaña/, path: 'phoneNumber' },
  ],
  [
    'one that the account does not have',
    { phoneNumbers: [lines.first, '+541150002999'] },
    { status: 400, code: 'invalid_input', message: /\+54 11 5000-2999 no está entre los números/, path: 'phoneNumber' },
  ],
  [
    'one without an agent',
    { phoneNumbers: [lines.first, lines.unbound] },
    { status: 400, code: 'invalid_input', message: /\+54 11 5000-2007 no tiene un agente/, path: 'agentId' },
  ],
  [
    'one of several agents',
    { phoneNumbers: [lines.first, lines.shared] },
    { status: 422, code: 'agent_undecided', message: /\+54 11 5000-2006 reparte/, path: 'agentId' },
  ],
  [
    'one of another agent',
    { phoneNumbers: [lines.first, lines.second, lines.beto] },
    {
      status: 422,
      code: 'agent_undecided',
      message: /\+54 11 5000-2005 no está asignado al mismo agente/,
      path: 'agentId',
    },
  ],
  [
    'one of another version',
    { phoneNumbers: [lines.first, lines.pinned] },
    {
      status: 422,
      code: 'agent_undecided',
      message: /\+54 11 5000-2004 no está asignado al mismo agente/,
      path: 'agentId',
    },
  ],
])('refuses %s, and says which', async (_, given, { status, code, message, path }) => {
  const { status: answered, body } = await failure(create(given));
  expect({ answered, body }).toMatchObject({ answered: status, body: { code } });
  const told = body as { message: string; details?: { path: string; message: string }[] };
  expect(JSON.stringify(told)).toMatch(message);
  expect(told.details?.map((detail) => detail.path)).toContain(path);
});

test('with a chosen agent it does not matter to whom the numbers are bound', async () => {
  const phoneNumbers = [lines.first, lines.beto, lines.shared, lines.unbound];
  expect(await create({ phoneNumbers, agentId: 'agent_beto' })).toMatchObject({
    phoneNumbers,
    agentId: 'agent_beto',
    isNumbersAgent: false,
  });
});
