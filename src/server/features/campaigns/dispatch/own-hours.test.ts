// Nobody is claimed outside the workspace's, the campaign's or the country's window, by the clock of their place. Nor
// is anybody on the do-not-call list, or above a number's cap. The real claim runs on the real database. A separate
// clock without shared code says who may be called.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import type { CallingWindowSettings, CampaignCallingHours } from '../../../../contract/settings.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';
import { buildOrder, originNumber, phoneOf, readCampaign, setPace } from '../../../testing/campaign-orders.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import countryHolidays from '../rules/country-holidays.json' with { type: 'json' };

let app: TestApp;
let workspace: TestWorkspace;
let from: string;
let nextNumber = 500_000;

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

afterAll(() => app.stop());

const zones = [
  'America/Santiago',
  'Pacific/Easter',
  'America/Asuncion',
  'America/New_York',
  'Pacific/Honolulu',
  'Europe/Madrid',
  'Asia/Tokyo',
  'Asia/Kathmandu',
];
const hour = (value: number): string => `${String(value).padStart(2, '0')}:00`;
const hours = fc
  .record({
    days: fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 4 }),
    from: fc.integer({ min: 0, max: 18 }).map(hour),
    to: fc.integer({ min: 1, max: 24 }).map((value) => hour(value % 24)),
  })
  .filter(({ from: begin, to }) => to === '00:00' || begin < to);

/** True if every minute between the two moments lies in the window. */
function isInside(
  window: CampaignCallingHours & { readonly holidays?: readonly string[] },
  zone: string,
  at: Date,
): boolean {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  const [date = '', time = ''] = wall.split(' ');
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
  const isBeforeEnd = window.to === '00:00' || time < window.to;
  return (
    window.days.includes(weekday) && window.holidays?.includes(date) !== true && window.from <= time && isBeforeEnd
  );
}

const whole = { ...unhindered.callingWindow, enabled: true, from: '00:00', to: '00:00' };

/** Spain's rule for sales: es_sale of contract/country-rules.ts, written once more. */
const lawful = { days: [1, 2, 3, 4, 5], from: '09:00', to: '21:00', holidays: countryHolidays.ES };

/** Draws true one time of four; otherwise some condition would close nearly every case. */
const seldom = fc.nat({ max: 3 }).map((drawn) => drawn === 0);
const mostlyWhole = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ days: whole.days, from: whole.from, to: whole.to }) },
  { weight: 1, arbitrary: hours },
);

const cases = fc.record({
  own: mostlyWhole,
  narrowed: mostlyWhole,
  isHoliday: seldom,
  kind: fc.constantFrom('sale', 'survey', null),
  isRuleOff: seldom,
  /** Calls that the number has left today; null for any number. */
  left: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 2 }),
  people: fc.array(fc.record({ zona: fc.constantFrom(...zones), isSpanish: fc.boolean(), isListed: seldom }), {
    minLength: 2,
    maxLength: 8,
  }),
});

test('whoever is called is inside every window, is not listed, and by a number below its cap; all others wait', async () => {
  const today = new Date(Date.now()).toISOString().slice(0, 10);
  await fc.assert(
    fc.asyncProperty(cases, async ({ own, narrowed, isHoliday, kind, isRuleOff, left, people }) => {
      await workspace.admin.put('/api/settings', { callingWindow: whole });
      const first = (nextNumber += people.length) - people.length;
      const numberOf = (index: number): string =>
        people[index]?.isSpanish ? `+3491${1_000_000 + first + index}` : phoneOf(first + index);
      const recipients = people.map(({ zona }, index) => ({
        phone_number: numberOf(index),
        customer_name: 'Ana',
        zona,
      }));
      const order = buildOrder(from, { recipients, callingWindow: own, kind, sendOption: 'scheduled', ...tomorrow() });
      const campaign = await workspace.editor.post<Campaign>('/api/campaigns', order);
      // Settings saved after the campaign is created rule the claims from then on.
      const window: CallingWindowSettings = { ...narrowed, enabled: true, holidays: isHoliday ? [today] : [] };
      const callsBefore = app.simulator.placedCalls(workspace.key).length;
      const before = new Date();
      await workspace.admin.put('/api/settings', {
        callingWindow: window,
        rulesOff: isRuleOff ? ['es_sale'] : [],
        dialing: {
          callsPerSecond: 20,
          reservedLines: 0,
          callsPerNumberPerDay: left === null ? 0 : callsBefore + left,
        },
      });
      for (const [index, { isListed }] of people.entries()) {
        if (isListed) await workspace.editor.post('/api/do-not-call', { phoneNumber: numberOf(index) });
      }
      await app.database.pool.query(`update campaigns set starts_at = clock_timestamp() where id = $1`, [campaign.id]);
      app.app.events.emit('dispatch.due', { workspaceId: workspace.id });
      await waitFor('a rest', async () => {
        const { status, waitingReason, dialingCount } = await readCampaign(workspace, campaign.id);
        return (status !== 'scheduled' && status !== 'in_progress') || (waitingReason !== null && dialingCount === 0);
      });
      const now = new Date();
      const called = new Set(
        app.simulator
          .placedCalls(workspace.key)
          .slice(callsBefore)
          .map((call) => call.to_number),
      );
      const mayBeCalled = ({ zona, isSpanish, isListed }: (typeof people)[number], at: Date): boolean =>
        !isListed &&
        isInside(own, zona, at) &&
        isInside(window, zona, at) &&
        (!isSpanish || isRuleOff || kind === 'survey' || isInside(lawful, zona, at));
      const [allowed = [], allowedStill = []] = [before, now].map((at) => people.map((each) => mayBeCalled(each, at)));
      for (const [index, { zona }] of people.entries()) {
        const isCalled = called.has(numberOf(index));
        if (isCalled) expect([zona, allowed[index] || allowedStill[index]]).toEqual([zona, true]);
      }
      // If an hour ends meanwhile, people who were left out prove nothing.
      if (allowed.every((each, index) => each === allowedStill[index])) {
        const all = allowed.filter(Boolean).length;
        expect(called.size).toBe(left === null ? all : Math.min(all, left));
      }
      await workspace.editor.patch(`/api/campaigns/${campaign.id}`, { status: 'failed' });
    }),
    { numRuns: 25, seed: Math.floor(Date.now() / 3_600_000), endOnFailure: true },
  );
  await workspace.admin.put('/api/settings', { rulesOff: [] });
  await setPace(workspace);
});

function tomorrow() {
  const at = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString();
  return { scheduledDate: at.slice(0, 10), scheduledTime: at.slice(11, 16) };
}

test('its own hours are told, changed while it waits, and never wider than the workspace’s', async () => {
  await workspace.admin.put('/api/settings', { callingWindow: { ...whole, from: '09:00', to: '21:00' } });
  const order = (own: CampaignCallingHours) =>
    buildOrder(from, {
      recipients: [{ phone_number: phoneOf((nextNumber += 1)), customer_name: 'Ana' }],
      callingWindow: own,
      sendOption: 'scheduled',
      ...tomorrow(),
    });
  const everyDay = [1, 2, 3, 4, 5, 6, 7];
  for (const wider of [
    { days: everyDay, from: '08:00', to: '12:00' },
    { days: everyDay, from: '10:00', to: '21:01' },
    { days: everyDay, from: '10:00', to: '00:00' },
  ]) {
    const answer = await workspace.editor.request('POST', '/api/campaigns', { body: order(wider) });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: [{ path: 'callingWindow' }] });
  }
  const own = { days: [1, 2, 3], from: '10:00', to: '18:00' };
  const { id, callingWindow } = await workspace.editor.post<Campaign>('/api/campaigns', order(own));
  expect(callingWindow).toEqual(own);
  const next = { days: [1, 2, 3, 4], from: '09:00', to: '21:00' };
  const changed = await workspace.editor.patch<Campaign>(`/api/campaigns/${id}`, { callingWindow: next });
  expect(changed.callingWindow).toEqual(next);
  const none = await workspace.editor.patch<Campaign>(`/api/campaigns/${id}`, { callingWindow: null });
  expect(none.callingWindow).toBeNull();
  expect(
    (
      await workspace.editor.request('PATCH', `/api/campaigns/${id}`, {
        body: { callingWindow: { ...next, from: '07:00' } },
      })
    ).status,
  ).toBe(400);
  const log = await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log`);
  expect(log.filter(({ kind }) => kind === 'changed').map(({ details }) => details)).toEqual([
    { field: 'callingWindow', from: '1234 09:00-21:00', to: null },
    { field: 'callingWindow', from: expect.stringMatching(/^\d+ /u), to: '1234 09:00-21:00' },
  ]);
});
