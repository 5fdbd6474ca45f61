// Nobody is claimed outside any window that holds for them: the workspace's, the campaign's own, by the clock of their place. The
// claim is the real one on the real database; who may be called is told by a wall's clock that shares no code with it.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import type { CallingWindow, CampaignWindow } from '../../../../contract/settings.ts';
import { startTestApp, unhindered, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { buildOrder, originNumber, phoneOf, readCampaign, setPace } from '../../../testing/campaign-orders.ts';
import { waitFor } from '../../../testing/wait-for.ts';

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

/** Every minute from then until then is inside. */
function isInside(window: CampaignWindow & { readonly holidays?: readonly string[] }, zone: string, at: Date): boolean {
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  const [date = '', time = ''] = wall.split(' ');
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay() || 7;
  const isBeforeEnd = window.to === '00:00' || time < window.to;
  return (
    window.days.includes(weekday) && window.holidays?.includes(date) !== true && window.from <= time && isBeforeEnd
  );
}

const whole = { ...unhindered.callingWindow, enabled: true, from: '00:00', to: '00:00' };

test('whoever is called is inside every window; whoever is inside is called', async () => {
  const cases = fc.record({
    own: hours,
    narrowed: hours,
    people: fc.array(fc.constantFrom(...zones), { minLength: 2, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ own, narrowed, people }) => {
      await workspace.admin.put('/api/settings', { callingWindow: whole });
      const first = (nextNumber += people.length) - people.length;
      const recipients = people.map((zona, index) => ({
        phone_number: phoneOf(first + index),
        customer_name: 'Ana',
        zona,
      }));
      const campaign = await workspace.editor.post<Campaign>(
        '/api/campaigns',
        buildOrder(from, { recipients, callingWindow: own, sendOption: 'scheduled', ...tomorrow() }),
      );
      // Narrowed once the campaign is made: what is saved rules the claims from then on.
      const window: CallingWindow = { ...narrowed, enabled: true, holidays: [] };
      const before = new Date();
      await workspace.admin.put('/api/settings', { callingWindow: window });
      await app.database.pool.query(`update campaigns set starts_at = clock_timestamp() where id = $1`, [campaign.id]);
      app.app.events.emit('dispatch.due', { workspaceId: workspace.id });
      await waitFor('a rest', async () => {
        const { status, waitingReason, dialingCount } = await readCampaign(workspace, campaign.id);
        return (status !== 'scheduled' && status !== 'in_progress') || (waitingReason !== null && dialingCount === 0);
      });
      const now = new Date();
      const called = new Set(app.simulator.placedCalls(workspace.key).map((call) => call.to_number));
      for (const [index, zone] of people.entries()) {
        const [was, is] = [before, now].map((at) => isInside(own, zone, at) && isInside(window, zone, at));
        // An hour that ends meanwhile tells nothing.
        if (was === is) expect([zone, called.has(phoneOf(first + index))]).toEqual([zone, is]);
      }
      await workspace.editor.patch(`/api/campaigns/${campaign.id}`, { status: 'failed' });
    }),
    { numRuns: 12, seed: Math.floor(Date.now() / 3_600_000), endOnFailure: true },
  );
});

function tomorrow() {
  const at = new Date(Date.now() + 2 * 24 * 3_600_000).toISOString();
  return { scheduledDate: at.slice(0, 10), scheduledTime: at.slice(11, 16) };
}

test('its own hours are told, changed while it waits, and never wider than the workspace’s', async () => {
  await workspace.admin.put('/api/settings', { callingWindow: { ...whole, from: '09:00', to: '21:00' } });
  const order = (own: CampaignWindow) =>
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
  expect(log.filter(({ kind }) => kind === 'window_set').map(({ details }) => details)).toEqual([
    { days: null, from: null, to: null },
    { days: '1234', from: '09:00', to: '21:00' },
  ]);
});
