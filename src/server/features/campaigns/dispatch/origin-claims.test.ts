// The real claim on a real PostgreSQL: the number of each order, and that no number calls more than its daily cap over
// all campaigns.
import { defaultCampaignOptionValues } from '../../../../contract/campaign-options.ts';
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { phoneOf } from '../../../testing/campaign-orders.ts';
import { insertCampaign, insertRecipients } from '../campaign/campaign-store.ts';
import { incrementCampaignCounts } from '../people/count-store.ts';
import { createZeroCampaignCounts } from '../rules/recipient-state.ts';
import { claimRecipients, type ClaimedRecipient } from './claim-store.ts';
import { takeDispatchLease, type DispatchLease } from './lease-store.ts';
import { startDueCampaigns } from '../campaign/work-store.ts';

const runs = Number(process.env['FC_RUNS'] ?? 20);
const doNotCall = {
  findListed: async () => new Set<string>(),
  findForms: async (_: string, numberKeys: readonly string[]) => numberKeys.map((key) => [key]),
};
const buenosAires = '+541150000000';
const cordoba = '+543515000000';
const rosario = '+543415000000';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger.close());

interface Place {
  readonly workspaceId: string;
  readonly lease: DispatchLease;
}

async function openPlace(cap = 0): Promise<Place> {
  const workspaceId = await ledger.createWorkspace();
  await query(
    `update workspace_settings set daily_attempts = 50, calling_window = jsonb_set(calling_window, '{enabled}', 'false') where workspace_id = $1`,
    workspaceId,
  );
  await setCap(workspaceId, cap);
  const lease = await takeDispatchLease(ledger.database.db, { workspaceId, holder: randomUUID(), ttlMs: 600_000 });
  if (!lease) throw new Error('no lease');
  return { workspaceId, lease };
}

async function query(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return (await ledger.database.pool.query<Record<string, unknown>>(text, values)).rows;
}

const setCap = (workspaceId: string, cap: number) =>
  query(
    `update workspace_settings set dialing = dialing || jsonb_build_object('callsPerNumberPerDay', $2::int) where workspace_id = $1`,
    workspaceId,
    cap,
  );

async function launch(
  { workspaceId }: Place,
  phoneNumbers: readonly string[],
  people: readonly string[],
): Promise<string> {
  const { db } = ledger.database;
  const id = await db.transaction().execute(async (tx) => {
    const made = await insertCampaign(tx, workspaceId, {
      name: 'Cobranza',
      agentId: 'agent_a',
      agentVersion: 'latest_published',
      isNumbersAgent: false,
      agentAnalysis: [],
      phoneNumbers,
      options: { ...defaultCampaignOptionValues, successDefinition: 'Promete una fecha' },
      sendOption: 'now',
      scheduledDate: null,
      scheduledTime: null,
      startsAt: null,
      idempotencyKey: null,
      requestDigest: null,
      totalRecipients: people.length,
      duplicateCount: 0,
      rejectedRows: [],
      voicemailAgent: null,
      fileColumns: [],
      createdBy: randomUUID(),
      lastSentBy: 'jefa',
    });
    if (made === null) throw new Error('no campaign');
    const recipients = people.map((phoneNumber) => ({
      phoneNumber,
      customerName: '',
      priority: 5,
      place: '',
      area: '',
      variables: '{}',
    }));
    await insertRecipients(tx, workspaceId, made, recipients);
    await incrementCampaignCounts(
      tx,
      workspaceId,
      1,
      new Map([[made, { ...createZeroCampaignCounts(), pending: people.length }]]),
    );
    return made;
  });
  await startDueCampaigns(db, workspaceId);
  return id;
}

async function claim({ lease }: Place, campaignId: string, limit: number) {
  const order = { lease, campaignId, serverId: randomUUID(), writerSlot: 1, doNotCall, limit };
  const claimed = await claimRecipients(ledger.database.db, order);
  if (claimed.kind !== 'claimed') throw new Error(claimed.kind);
  return claimed;
}

const originsOf = (recipients: readonly ClaimedRecipient[]): Record<string, string> =>
  Object.fromEntries(recipients.map(({ phoneNumber, fromNumber }) => [phoneNumber, fromNumber]));

/** Today's attempts of each number that were or may have been dialled, by separate SQL. */
async function callsToday(workspaceId: string): Promise<Map<string, number>> {
  const rows = await query(
    `select a.from_number, count(*)::int as calls from attempts a join workspace_settings s using (workspace_id)
    where a.workspace_id = $1 and a.state not in ('refused', 'absent') and coalesce(a.outcome, '') not in ('concurrency', 'account')
      and (a.created_at at time zone s.time_zone)::date = (clock_timestamp() at time zone s.time_zone)::date
    group by 1`,
    workspaceId,
  );
  return new Map(rows.map(({ from_number: number, calls }) => [String(number), Number(calls)]));
}

const finish = (workspaceId: string, phoneNumber: string, change: string) =>
  query(
    `update attempts a set state = 'finished', call_id = 'call_' || a.id, ${change} from recipients r
    where a.workspace_id = $1 and r.workspace_id = $1 and r.id = a.recipient_id and r.phone_number = $2`,
    workspaceId,
    phoneNumber,
  );

test('who was spoken to before is called from the same number in another campaign; the others by area, then by use', async () => {
  const place = await openPlace();
  const { workspaceId } = place;
  const [ana, beto, celia, dora] = [phoneOf(1), phoneOf(2), phoneOf(3), '+543514444444'] as const;
  // Each person was dialled from two numbers: Ana answered the first, Beto none.
  for (const number of [cordoba, rosario]) {
    const id = await launch(place, [number], [ana, beto]);
    await claim(place, id, 10);
    await finish(workspaceId, beto, `outcome = 'no_answer'`);
    await finish(workspaceId, ana, number === cordoba ? `outcome = 'human', picked_up = true` : `outcome = outcome`);
  }
  const id = await launch(place, [buenosAires, cordoba, rosario], [ana, beto, celia, dora]);
  const { recipients } = await claim(place, id, 10);
  expect(originsOf(recipients)).toEqual({ [ana]: cordoba, [beto]: rosario, [celia]: buenosAires, [dora]: cordoba });
  const attempts = await query(
    `select r.phone_number, a.from_number from attempts a join recipients r on r.workspace_id = a.workspace_id and r.id = a.recipient_id
    where a.workspace_id = $1 and a.campaign_id = $2`,
    workspaceId,
    id,
  );
  expect(Object.fromEntries(attempts.map((row) => [row['phone_number'], row['from_number']]))).toEqual(
    originsOf(recipients),
  );
});

test('whoever was never called after all is no reason to call from that number', async () => {
  const place = await openPlace();
  const ana = phoneOf(1);
  const id = await launch(place, [cordoba], [ana]);
  await claim(place, id, 1);
  await finish(place.workspaceId, ana, `outcome = 'concurrency'`);
  const next = await claim(place, await launch(place, [cordoba, buenosAires], [ana]), 1);
  expect(originsOf(next.recipients)).toEqual({ [ana]: buenosAires });
});

test('calls of all campaigns count, and a number that was set aside is left out unless it is the last', async () => {
  const place = await openPlace();
  const { workspaceId } = place;
  const people = Array.from({ length: 6 }, (_, index) => phoneOf(index));
  await claim(place, await launch(place, [buenosAires], people.slice(0, 2)), 10);
  const id = await launch(place, [buenosAires, '+541150000009'], people.slice(2, 5));
  const { recipients } = await claim(place, id, 10);
  expect(Object.values(originsOf(recipients))).toEqual(['+541150000009', '+541150000009', buenosAires]);
  await query(
    `insert into origin_numbers (workspace_id, phone_number, set_aside_at) values ($1, $2, now())`,
    workspaceId,
    buenosAires,
  );
  const without = await claim(place, await launch(place, [buenosAires, rosario], people.slice(5)), 10);
  expect(Object.values(originsOf(without.recipients))).toEqual([rosario]);
  const last = await claim(place, await launch(place, [buenosAires], [phoneOf(10)]), 10);
  expect(Object.values(originsOf(last.recipients))).toEqual([buenosAires]);
});

const numbers = [buenosAires, cordoba, rosario];
type Step =
  | { readonly do: 'claim'; readonly limits: readonly [number, number] }
  | { readonly do: 'refused' | 'concurrency' | 'absent' | 'finished'; readonly which: number }
  | { readonly do: 'cap'; readonly cap: number }
  | { readonly do: 'pass'; readonly hours: number };
const limit = fc.integer({ min: 0, max: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('claim' as const), limits: fc.tuple(limit, limit) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('refused' as const, 'concurrency' as const, 'absent' as const, 'finished' as const),
      which: fc.nat(30),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cap' as const), cap: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 30) }) },
);

async function settle(workspaceId: string, { do: what, which }: Extract<Step, { which: number }>): Promise<void> {
  const change = {
    refused: `'refused', null`,
    absent: `'absent', null`,
    finished: `'finished', 'human'`,
    concurrency: `'finished', 'concurrency'`,
  };
  await query(
    `update attempts set (state, outcome) = (${change[what]}) where workspace_id = $1 and id = (
      select id from attempts where workspace_id = $1 and state = 'claimed' order by id offset $2 limit 1)`,
    workspaceId,
    which,
  );
}

test('none above its cap, whatever campaigns share it and claim at once; and no call of today is left unused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(fc.subarray(numbers, { minLength: 1 }), fc.subarray(numbers, { minLength: 1 })),
      fc.integer({ min: 1, max: 5 }),
      fc.array(step, { minLength: 5, maxLength: 25 }),
      async (origins, firstCap, steps) => {
        const place = await openPlace(firstCap);
        const { workspaceId } = place;
        let cap = firstCap;
        const people = Array.from({ length: 60 }, (_, index) => phoneOf(index));
        const ids = [await launch(place, origins[0], people), await launch(place, origins[1], people)];
        for (const each of steps) {
          if (each.do === 'cap') await setCap(workspaceId, (cap = each.cap));
          else if (each.do === 'pass')
            await query(
              `update attempts set created_at = created_at - $2 * interval '1 hour' where workspace_id = $1`,
              workspaceId,
              each.hours,
            );
          else if (each.do !== 'claim') await settle(workspaceId, each);
          else {
            const before = await callsToday(workspaceId);
            const claims = await Promise.all(ids.map((id, index) => claim(place, id, each.limits[index] ?? 0)));
            const after = await callsToday(workspaceId);
            const room = (number: string): number =>
              cap === 0 ? Infinity : Math.max(0, cap - (before.get(number) ?? 0));
            for (const number of numbers)
              expect((after.get(number) ?? 0) - (before.get(number) ?? 0)).toBeLessThanOrEqual(room(number));
            for (const [index, { recipients, capped }] of claims.entries()) {
              const isCapped = capped !== null;
              const own = origins[index] ?? [];
              expect(recipients.every(({ fromNumber }) => own.includes(fromNumber))).toBe(true);
              const wanted = each.limits[index] ?? 0;
              // Fewer people than asked for: none of the campaign's numbers has a call left.
              const isFull = own.every((number) => cap > 0 && (after.get(number) ?? 0) >= cap);
              expect({ isCapped, isShort: recipients.length < wanted, isFull: isFull || !isCapped }).toEqual({
                isCapped: recipients.length < wanted,
                isShort: isCapped,
                isFull: true,
              });
            }
          }
        }
      },
    ),
    { numRuns: runs },
  );
}, 600_000);
