import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddRecipientsResult, Campaign, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import { HttpFailure } from '../../../testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import {
  buildOrder,
  originNumber,
  phoneOf,
  readCampaign,
  rowsOf,
  setPace,
  sumOfStates,
  timesDialled,
  whenStatus,
} from '../../../testing/campaign-orders.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

afterAll(() => app.stop());

const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' } as const;
const create = (overrides: Parameters<typeof buildOrder>[1]): Promise<Campaign> =>
  workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, overrides));
const add = (id: string, body: unknown): Promise<AddRecipientsResult> =>
  workspace.editor.post<AddRecipientsResult>(`/api/campaigns/${id}/recipients`, body);
async function failureOf(asking: Promise<unknown>): Promise<{ status: number; body: unknown }> {
  const error: unknown = await asking.catch((reason: unknown) => reason);
  if (!(error instanceof HttpFailure)) throw new Error('it was expected to fail');
  return { status: error.status, body: error.body };
}
const dialled = (index: number): number => timesDialled(app, workspace.key).get(phoneOf(index)) ?? 0;
const open = (id: string, isOpen: boolean): Promise<Campaign> =>
  workspace.editor.patch<Campaign>(`/api/campaigns/${id}`, { open: isOpen });

test('an open campaign waits for people once everybody was called, calls those who are added, and ends when it is closed', async () => {
  const { id } = await create({ recipients: rowsOf(2, 100) });
  expect(await open(id, true)).toMatchObject({ isOpen: true });
  const waiting = () =>
    waitFor('it to wait for people', async () => {
      const campaign = await readCampaign(workspace, id);
      return campaign.waitingReason === 'open' && campaign;
    });
  expect(await waiting()).toMatchObject({ status: 'in_progress', sentCount: 2, waitingUntil: null });

  expect(await add(id, { recipients: rowsOf(3, 101) })).toEqual({
    added: 2,
    duplicates: 1,
    totalRecipients: 4,
    warnings: [],
  });
  expect(await waiting()).toMatchObject({ status: 'in_progress', sentCount: 4 });

  await open(id, false);
  const ended = await whenStatus(workspace, id, 'completed');
  expect(ended).toMatchObject({ totalRecipients: 4, duplicateCount: 1, isOpen: false });
  expect(sumOfStates(ended)).toBe(4);
  expect([100, 101, 102, 103].map(dialled)).toEqual([1, 1, 1, 1]);
  expect((await failureOf(add(id, { recipients: rowsOf(1, 110) }))).status).toBe(409);
  expect((await failureOf(open(id, true))).status).toBe(409);
  const log = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log?limit=200`);
  const kinds = log.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['changed', 'recipients_added', 'completed']));
  expect(log.find(({ kind }) => kind === 'recipients_added')?.details).toEqual({
    recipients: 2,
    duplicates: 1,
    rejected: 0,
  });
});

test('whoever is in the campaign already is dropped, however the number is written, and a repeated request adds nobody', async () => {
  const { id } = await create({ ...later, recipients: [{ phone_number: '+5491147000001', customer_name: 'Ana' }] });
  const body = {
    recipients: [
      { phone_number: '+541147000001', customer_name: 'Ana' },
      { phone_number: '+5491147000002', name: 'Beto', deuda: '10' },
      { phone_number: '+541147000002', name: 'Beto otra vez' },
    ],
    rejectedRows: [{ row: 9, reason: 'Formato de teléfono inválido', values: { phone_number: 'x' } }],
  };
  expect(await add(id, body)).toEqual({ added: 1, duplicates: 2, totalRecipients: 2, warnings: [] });
  expect(await add(id, { recipients: body.recipients })).toMatchObject({ added: 0, duplicates: 3, totalRecipients: 2 });
  expect(await readCampaign(workspace, id)).toMatchObject({
    totalRecipients: 2,
    pendingCount: 2,
    duplicateCount: 5,
    rejectedCount: 1,
    status: 'scheduled',
  });
  const people = await workspace.operator.get<{ position: number; customerName: string }[]>(
    `/api/campaigns/${id}/recipients`,
  );
  expect(people.map(({ position, customerName }) => [position, customerName])).toEqual([
    [1, 'Ana'],
    [2, 'Beto'],
  ]);
  const draft = await workspace.editor.get<{ recipients: Record<string, string>[] }>(`/api/campaigns/${id}/draft`);
  expect(draft.recipients[1]).toMatchObject({ deuda: '10' });
});

test('bad rows are told row by row and nothing is stored; 10,000 people are the most; requests side by side add nobody twice', async () => {
  const { id } = await create({ ...later, recipients: rowsOf(1, 200) });
  const bad = await failureOf(add(id, { recipients: [...rowsOf(1, 201), { phone_number: '123', name: '' }] }));
  expect(bad).toMatchObject({
    status: 422,
    body: { details: [{ path: 'recipients.1' }, { path: 'recipients.1' }] },
  });
  expect((await readCampaign(workspace, id)).totalRecipients).toBe(1);
  expect((await failureOf(add(id, { recipients: rowsOf(1_001, 300) }))).status).toBe(400);
  const doubtful = { phone_number: phoneOf(200), customer_name: '{{nombre}}' };
  expect(await add(id, { recipients: [doubtful] })).toMatchObject({
    warnings: [{ kind: 'doubtfulName', count: 1, examples: ['{{nombre}}'] }],
  });

  // Rejected rows are kept, so their number is limited over all requests.
  const leftOut = (count: number) =>
    Array.from({ length: count }, (_, row) => ({ row: row + 1, reason: 'x', values: {} }));
  await add(id, { recipients: rowsOf(1, 200), rejectedRows: leftOut(6_000) });
  const tooMany = await failureOf(add(id, { recipients: rowsOf(1, 200), rejectedRows: leftOut(4_001) }));
  expect(JSON.stringify(tooMany.body)).toContain('Como máximo 10.000 filas omitidas');
  expect((await readCampaign(workspace, id)).rejectedCount).toBe(6_000);

  const answers = await Promise.all([1, 2, 3].map(() => add(id, { recipients: rowsOf(50, 1_000) })));
  expect(answers.map(({ added }) => added).toSorted((a, b) => b - a)).toEqual([50, 0, 0]);

  await app.database.pool.query('update campaigns set total_recipients = 9999 where id = $1', [id]);
  const many = await failureOf(add(id, { recipients: rowsOf(2, 2_000) }));
  expect(many).toMatchObject({ status: 400 });
  expect(JSON.stringify(many.body)).toContain('Como máximo 10.000 destinatarios');
});

test('people whose data were deleted after their call are not called again by being added', async () => {
  const row = rowsOf(1, 400);
  const { id } = await create({ ...later, recipients: row });
  await open(id, true);
  await app.database.pool.query('update campaigns set starts_at = clock_timestamp() where id = $1', [id]);
  await waitFor('the call', () => dialled(400) === 1);
  await app.simulator.whenIdle();
  await waitFor('its end', async () => (await readCampaign(workspace, id)).liveCount === 0);
  await workspace.admin.post('/api/calls/forget-number', { phoneNumber: phoneOf(400) });
  await waitFor('the number to be forgotten', async () => {
    const people = await workspace.operator.get<{ phoneNumber: string }[]>(`/api/campaigns/${id}/recipients`);
    return people.every(({ phoneNumber }) => phoneNumber === '');
  });
  await add(id, { recipients: row });
  await waitFor('the number to be left out', async () => (await readCampaign(workspace, id)).skippedCount === 1);
  expect(dialled(400)).toBe(1);
});
