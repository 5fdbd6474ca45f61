/** Answers contain numbers in a readable format beside E.164 wherever a screen shows a number, over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallRelatedData, CallDetail, CallSummary } from '../contract/calls.ts';
import type { Campaign, CampaignLogEntry, CampaignRecipient } from '../contract/campaigns.ts';
import type { DoNotCallEntry } from '../contract/do-not-call.ts';
import type { ForgettingPreview } from '../contract/forgetting.ts';
import type { AuditLogEntry } from '../contract/settings.ts';
import { buildOrder } from './testing/campaign-orders.ts';
import { report } from './testing/call-reports.ts';
import { HttpFailure } from './testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from './testing/start-test-app.ts';

const ours = '+541152890000';
const oursShown = '+54 11 5289-0000';
const ana = '+5493415551533';
const anaShown = '+54 9 341 555-1533';
let app: TestApp;
let workspace: TestWorkspace;
let campaign: Campaign;

beforeAll(async () => {
  const agents = [{ agentId: 'agent_ana', agentName: 'Ana', script: 'survey' as const, version: 1 }];
  const numbers = [{ phoneNumber: ours, outboundAgents: [{ agent_id: 'agent_ana', weight: 1 }] }];
  app = await startTestApp({ simulator: { accounts: [{ key: testKey, orgName: 'Prueba', agents, numbers }] } });
  workspace = await app.createWorkspace();
  const recipients = [{ phone_number: ana, customer_name: 'Ana' }];
  campaign = await workspace.editor.post<Campaign>('/api/campaigns', {
    ...buildOrder(ours, { recipients }),
    sendOption: 'scheduled',
    scheduledDate: '2098-11-21',
    scheduledTime: '10:00',
  });
});
afterAll(() => app.stop());

let calls = 0;
async function addCall(fromNumber: string | null, toNumber: string | null, direction = 'outbound'): Promise<string> {
  const id = `call_shown_${(calls += 1)}`;
  const call = { call_type: 'phone_call', call_status: 'ended', direction, agent_id: 'agent_ana' };
  const at = Date.now() - 60_000 + 1_000 * calls;
  await app.app.features.calls.ingest.record(
    workspace.id,
    report(
      'call_ended',
      { ...call, from_number: fromNumber, to_number: toNumber, start_timestamp: at, end_timestamp: at + 500 },
      id,
    ),
  );
  return id;
}

it('tells each number of a call twice, in lists and alone', async () => {
  await addCall(ours, ana);
  const id = await addCall(ours, ana);
  const told = { fromNumber: ours, fromNumberShown: oursShown, toNumber: ana, toNumberShown: anaShown };
  expect(await workspace.operator.get<CallDetail>(`/api/calls/${id}`)).toMatchObject(told);
  for (const list of ['/api/calls/all', '/api/calls/recent', '/api/calls/filtered?days=7'])
    expect(await workspace.operator.get<CallSummary[]>(list)).toMatchObject([told, told]);
  const { previousCalls } = await workspace.operator.get<CallRelatedData>(`/api/calls/${id}/context`);
  expect(previousCalls).toMatchObject([told]);
});

it.each([
  ['anonymous', 'Número oculto'],
  ['+266696687', 'Número oculto'],
  ['sip:ana@example.com', 'sip:ana@example.com'],
  // No country has such a number.
  ['+999123', '+999123'],
  [null, null],
])('shows the caller %s as %s', async (fromNumber, fromNumberShown) => {
  const id = await addCall(fromNumber, ours, 'inbound');
  expect(await workspace.operator.get<CallDetail>(`/api/calls/${id}`)).toMatchObject({ fromNumber, fromNumberShown });
});

it('tells the numbers of campaigns, recipients and the account twice', async () => {
  expect(campaign).toMatchObject({ phoneNumbers: [ours], phoneNumbersShown: [oursShown] });
  const [recipient] = await workspace.operator.get<CampaignRecipient[]>(`/api/campaigns/${campaign.id}/recipients`);
  expect(recipient).toMatchObject({ phoneNumber: ana, phoneNumberShown: anaShown });
  await app.database.pool.query(
    `insert into attempts (workspace_id, id, campaign_id, recipient_id, state, created_at, send_by, server_id, from_number)
     select $1, gen_random_uuid(), $2, $3, 'finished', now(), now(), $1, $4`,
    [workspace.id, campaign.id, recipient?.id, ours],
  );
  const [tried] = await workspace.operator.get<CampaignRecipient[]>(`/api/campaigns/${campaign.id}/recipients`);
  expect(tried?.attempts).toMatchObject([{ fromNumber: ours, fromNumberShown: oursShown }]);
  expect(await workspace.operator.get('/api/retell/phone-numbers')).toMatchObject([
    { phone_number: ours, phone_number_shown: oursShown },
  ]);
  expect(await workspace.editor.get('/api/numbers')).toMatchObject({
    numbers: [{ phoneNumber: ours, phoneNumberShown: oursShown }],
  });
});

it('tells how the numbers in entries of the logs are shown', async () => {
  await app.database.pool.query(
    `insert into origin_numbers (workspace_id, phone_number, set_aside_at) values ($1, $2, now())`,
    [workspace.id, ours],
  );
  await workspace.editor.post(`/api/numbers/${encodeURIComponent(ours)}/take-back`);
  const shownNumbers = { [ours]: oursShown };
  const [entry] = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${campaign.id}/log`);
  expect(entry).toMatchObject({ kind: 'number_taken_back', details: { number: ours }, shownNumbers });
  const [audited] = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=number');
  expect(audited).toMatchObject({ target: ours, shownNumbers });
});

it('shows what was put on the do-not-call list with its country and area, however it was written', async () => {
  await workspace.admin.put('/api/settings', { timeZone: 'America/Argentina/Buenos_Aires' });
  for (const [phoneNumber, phoneNumberShown] of [
    ['0341 15 555-1533', anaShown],
    ['341 555 1534', '+54 341 555-1534'],
    ['+14155552671', '+1 415 555 2671'],
  ]) {
    expect(await workspace.editor.post<DoNotCallEntry>('/api/do-not-call', { phoneNumber })).toMatchObject({
      phoneNumberShown,
    });
  }
  const entries = await workspace.editor.get<DoNotCallEntry[]>('/api/do-not-call');
  expect(entries.map(({ phoneNumberShown }) => phoneNumberShown)).toContain(anaShown);
  const audited = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=do_not_call');
  // The entry contains only the key, which does not mark a mobile.
  expect(audited).toMatchObject([
    { target: '+14155552671', shownNumbers: { '+14155552671': '+1 415 555 2671' } },
    { target: '3415551534', shownNumbers: { '3415551534': '+54 341 555-1534' } },
    { target: '3415551533', shownNumbers: { '3415551533': '+54 341 555-1533' } },
  ]);
});

it('says which number would be forgotten, and which may not be called for a test', async () => {
  const scope = await workspace.admin.post<ForgettingPreview>('/api/calls/forget-number/preview', {
    phoneNumber: '0341 15 555-1533',
  });
  expect(scope).toMatchObject({ phoneNumberShown: anaShown });
  const refused = workspace.editor.post('/api/campaigns/test-call', { phoneNumber: ours, toNumber: ana });
  const error: unknown = await refused.catch((reason: unknown) => reason);
  expect(error instanceof HttpFailure && error.body).toMatchObject({
    message: `El número ${anaShown} está en la lista No Llamar. Quítalo de la lista o prueba con otro.`,
  });
});

it('exports E.164 alone', async () => {
  const csv = await (await workspace.operator.request('GET', '/api/calls/export.csv')).text();
  expect(csv).toContain(ana);
  expect(csv).not.toContain(anaShown);
});
