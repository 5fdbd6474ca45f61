// Spain bars mobile origins, and Chile bars all origins but 600 and 809. The tests use HTTP and the dispatcher. They
// check refused campaigns and people, and the numbers that call the others. Nobody tries to call barred people, who
// wait.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type {
  AddRecipientsResult,
  Campaign,
  CampaignPreflight,
  CreateCampaignBody,
} from '../../../../contract/campaigns.ts';
import { campaignPurposes, originBarringRuleIds } from '../../../../contract/country-rules.ts';
import { buildOrder, readCampaign, setPace, sumOfStates, whenStatus } from '../../../testing/campaign-orders.ts';
import { HttpFailure } from '../../../testing/http-client.ts';
import { quietMidnight } from '../../../testing/quiet-zone.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const mobile = '+34612000001';
const newMobile = '+34744000002';
const landline = '+34912000003';
/** Numbers of the last tests alone. */
const capped = { landline: '+34912000004', mobile: '+34612000005' };
const takenBack = { landline: '+34912000006', mobile: '+34612000007', aside: '+34932000008' };
const chile = { relation: '+566001234567', unsolicited: '+568091234567', other: '+56221234567' };
let app: TestApp;
let workspace: TestWorkspace;
let nextPerson = 0;

beforeAll(async () => {
  app = await startTestApp({
    simulator: {
      callDurationMs: 20,
      accounts: [
        {
          key: testKey,
          orgName: 'Prueba',
          concurrencyLimit: 50,
          agents: [{ agentId: 'agent_ana', agentName: 'Ana', script: 'survey', version: 1 }],
          numbers: [
            mobile,
            newMobile,
            landline,
            capped.landline,
            capped.mobile,
            ...Object.values(takenBack),
            ...Object.values(chile),
          ].map((phoneNumber) => ({
            phoneNumber,
            outboundAgents: [{ agent_id: 'agent_ana', weight: 1 }],
          })),
        },
      ],
    },
  });
  workspace = await app.createWorkspace();
  await setPace(workspace);
});
afterEach(() => setCap(0));
afterAll(() => app.stop());

/** `isBarred`: whether the origin rules are on. Laws on calling hours are always off. */
const setRules = (isBarred: boolean): Promise<unknown> =>
  workspace.admin.put('/api/settings', {
    rulesOff: ['es_sale', 'cl_collection', ...(isBarred ? [] : originBarringRuleIds)],
  });
const setCap = (callsPerNumberPerDay: number): Promise<unknown> =>
  workspace.admin.put('/api/settings', { dialing: { callsPerSecond: 200, reservedLines: 0, callsPerNumberPerDay } });

const spaniard = () => ({ phone_number: `+3491555${1_000 + (nextPerson += 1)}`, customer_name: 'Marta' });
const chilean = () => ({ phone_number: `+5622155${1_000 + (nextPerson += 1)}`, customer_name: 'Pía' });
const argentine = () => ({ phone_number: `+549115550${1_000 + (nextPerson += 1)}`, customer_name: 'Ana' });

const create = (
  phoneNumbers: readonly string[],
  recipients: Record<string, string>[],
  given: Partial<CreateCampaignBody> = {},
): Promise<Campaign> =>
  workspace.editor.post<Campaign>('/api/campaigns', {
    ...buildOrder(phoneNumbers[0] ?? '', given),
    phoneNumbers: [...phoneNumbers],
    recipients,
  });

async function refusalOf(asking: Promise<unknown>) {
  const error: unknown = await asking.catch((reason: unknown) => reason);
  if (!(error instanceof HttpFailure)) throw new Error('it was expected to fail');
  return error.body as { code: string; details: { path: string; message: string }[] };
}

/** Origin numbers of a person's calls, by the provider's records. */
const calledFrom = (to: string): string[] =>
  [...app.simulator.calls(workspace.key)]
    .filter((call) => call.to_number === to)
    .map((call) => String(call.from_number));

const whenBarred = (id: string): Promise<Campaign> =>
  waitFor('the wait for another number', async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.waitingReason === 'origin_barred' && campaign.liveCount === 0 && campaign;
  });

test('a campaign whose numbers may not call some of its people is refused, whether it says that it sells or does not say', async () => {
  await setRules(true);
  const people = [argentine(), spaniard(), spaniard()];
  for (const kind of ['sale', undefined] as const) {
    const { code, details } = await refusalOf(create([mobile, newMobile], people, kind ? { kind } : {}));
    expect({ code, paths: details.map(({ path }) => path) }).toEqual({ code: 'invalid_input', paths: ['phoneNumber'] });
    expect(details[0]?.message).toContain('Hay 2 personas de España en la lista.');
  }
  const survey = await create([mobile], [spaniard()], { kind: 'survey' });
  await whenStatus(workspace, survey.id, 'completed');
  await setRules(false);
  const last = spaniard();
  await whenStatus(workspace, (await create([mobile], [last], { kind: 'sale' })).id, 'completed');
  expect(calledFrom(last.phone_number)).toEqual([mobile]);
});

test.each([...campaignPurposes, undefined])(
  'a campaign of kind %s calls people of Chile from 600 and 809 alone, and the preflight knows it beforehand',
  async (kind) => {
    await setRules(true);
    const people = [chilean(), argentine(), chilean()];
    const preflight = (originNumbers: readonly string[]) =>
      workspace.editor.post<CampaignPreflight>('/api/campaigns/preflight', {
        sendOption: 'now',
        originNumbers,
        kind,
        phoneNumbers: people.map(({ phone_number }) => phone_number),
      });
    const given = kind ? { kind } : {};
    const { code, details } = await refusalOf(create([chile.other, landline], people, given));
    expect({ code, paths: details.map(({ path }) => path) }).toEqual({ code: 'invalid_input', paths: ['phoneNumber'] });
    expect(details[0]?.message).toMatch(/\+56600 .*\+56809 .* Hay 2 personas de Chile en la lista\.$/);
    expect(await preflight([chile.other, landline])).toMatchObject({ barred: [{ rule: 'cl_mass_origin', count: 2 }] });
    for (const numbers of [[], [chile.other, chile.unsolicited]])
      expect(await preflight(numbers)).toMatchObject({ barred: [] });
    const permitted = [chile.other, chile.unsolicited, chile.relation];
    await whenStatus(workspace, (await create(permitted, people, given)).id, 'completed');
    const chileans = people.filter(({ customer_name: name }) => name === 'Pía');
    for (const { phone_number: to } of chileans)
      expect([[chile.unsolicited], [chile.relation]]).toContainEqual(calledFrom(to));
    await setRules(false);
    const last = chilean();
    await whenStatus(workspace, (await create([chile.other], [last], given)).id, 'completed');
    expect(calledFrom(last.phone_number)).toEqual([chile.other]);
  },
);

test('a campaign that is older than a rule of origins goes on, takes more people of that country and calls them', async () => {
  await setRules(false);
  const [first, second] = [chilean(), chilean()];
  const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' } as const;
  const { id } = await create([chile.other], [first], later);
  await app.database.pool.query(`update campaigns set exempt_rules = '{cl_mass_origin}' where id = $1`, [id]);
  await setRules(true);
  await workspace.editor.post(`/api/campaigns/${id}/recipients`, { recipients: [second] });
  await app.database.pool.query('update campaigns set starts_at = now() where id = $1', [id]);
  await setRules(true);
  await whenStatus(workspace, id, 'completed');
  expect([first, second].map(({ phone_number: to }) => calledFrom(to))).toEqual([[chile.other], [chile.other]]);
});

test('people of Spain are called from a number that may call them, whatever called them before; the others from any', async () => {
  await setRules(false);
  const [marta, ana] = [spaniard(), argentine()];
  await whenStatus(workspace, (await create([mobile], [marta, ana])).id, 'completed');
  await setRules(true);
  const { id } = await create([mobile, newMobile, landline], [marta, ana, spaniard(), spaniard()]);
  await whenStatus(workspace, id, 'completed');
  expect(calledFrom(marta.phone_number)).toEqual([mobile, landline]);
  expect(calledFrom(ana.phone_number)).toEqual([mobile, mobile]);
});

test('people whom no number may call are not added, row by row', async () => {
  await setRules(true);
  const known = argentine();
  const { id } = await create([mobile], [known], {
    sendOption: 'scheduled',
    scheduledDate: '2099-12-01',
    scheduledTime: '10:30',
  });
  const [first, second] = [spaniard(), spaniard()];
  const add = (recipients: Record<string, string>[]) =>
    workspace.editor.post<AddRecipientsResult>(`/api/campaigns/${id}/recipients`, { recipients });
  const { code, details } = await refusalOf(add([known, first, argentine(), first, second]));
  expect({ code, paths: details.map(({ path }) => path) }).toEqual({
    code: 'invalid_recipients',
    paths: ['recipients.1', 'recipients.4'],
  });
  expect(await readCampaign(workspace, id)).toMatchObject({ totalRecipients: 1 });
  await setRules(false);
  expect(await add([first, second])).toMatchObject({ added: 2 });
});

test('a rule that is switched on later keeps people waiting, says so and asks nothing of anybody, until it is off again', async () => {
  await setRules(false);
  await setCap(1);
  const people = [spaniard(), spaniard(), argentine()];
  const { id } = await create([newMobile], people);
  await waitFor('one call', async () => (await readCampaign(workspace, id)).waitingReason === 'number_cap');
  await setRules(true);
  await setCap(0);
  const waiting = await whenBarred(id);
  expect(waiting).toMatchObject({ status: 'in_progress', waitingUntil: null, endsBetween: null });
  expect(sumOfStates(waiting)).toBe(3);
  expect(people.map(({ phone_number: to }) => calledFrom(to).length)).toEqual([1, 0, 1]);
  await waitFor('nobody looks after it', async () => {
    const { rows } = await app.database.pool.query(
      'select from dispatch_leases where workspace_id = $1 and expires_at > clock_timestamp()',
      [workspace.id],
    );
    return rows.length === 0;
  });
  await setRules(false);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ sentCount: 3, waitingReason: null });
});

test('once the numbers that may call people of Spain had their calls, the others are called, and they wait until tomorrow', async () => {
  await setRules(true);
  await setCap(2);
  const spaniards = [spaniard(), spaniard(), spaniard()].map((each) => ({ ...each, prioridad: '10' }));
  const { id } = await create([capped.landline, capped.mobile], [...spaniards, argentine()]);
  const waiting = await whenBarred(id);
  const tomorrow = new Date(quietMidnight(Date.now()).getTime() + 24 * 3_600_000).toISOString();
  expect(waiting).toMatchObject({ sentCount: 3, pendingCount: 1, waitingUntil: tomorrow });
  await setCap(3);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ sentCount: 4 });
  expect(spaniards.map(({ phone_number: to }) => calledFrom(to))).toEqual([
    [capped.landline],
    [capped.landline],
    [capped.landline],
  ]);
});

test('people who wait for a number that may call them are called when one is taken back', async () => {
  await setRules(true);
  await setCap(1);
  await app.database.pool.query(
    'insert into origin_numbers (workspace_id, phone_number, set_aside_at) values ($1, $2, now())',
    [workspace.id, takenBack.aside],
  );
  const { landline: first, mobile: barred, aside } = takenBack;
  const spaniards = [spaniard(), spaniard()];
  const { id } = await create([first, barred, aside], spaniards);
  expect(await whenBarred(id)).toMatchObject({ sentCount: 1, pendingCount: 1 });
  await workspace.admin.post(`/api/numbers/${encodeURIComponent(aside)}/take-back`);
  expect(await whenStatus(workspace, id, 'completed')).toMatchObject({ sentCount: 2 });
  expect(spaniards.flatMap(({ phone_number: to }) => calledFrom(to)).toSorted()).toEqual([first, aside]);
});
