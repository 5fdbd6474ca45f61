// Either of two servers is killed repeatedly while it sends events to a sound receiver and to a faulty one, which
// refuses, hangs, hangs up, redirects or rejects accepted events. The receivers count: no event is lost or overtaken.
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '../../../contract/campaigns.ts';
import { outgoingEventKinds, eventWebhookBodySchema } from '../../../contract/event-webhooks.ts';
import { startProviderFront, type Arrived, type ProviderFront } from '../../testing/provider-front.ts';
import { startServerPair, type ServerPair } from '../../testing/server-pair.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { buildOrder, rowsOf } from '../../testing/campaign-orders.ts';
import { createMoments } from '../../testing/kill-moments.ts';

const kills = 3;
/** Recipients added before each kill, so that there are events to send however slowly the last victim restarts. */
const addedEachTime = 14;
const recipients = kills * addedEachTime;
/** Each hang blocks the faulty receiver for 10 s, because a failing one gets one request at a time. */
const hangsAtMost = 3;
const moments = createMoments(20_261_124);

interface Arrival {
  readonly eventId: string;
  readonly kind: string;
  /** True if the receiver answered with a 2xx, as far as it knows. */
  readonly wasTaken: boolean;
}

const arrivals: Record<'sound' | 'faulty', Arrival[]> = { sound: [], faulty: [] };
const seenAnswers = new Set<string>();
let hangs = 0;
let front: ProviderFront;
let pair: ServerPair;

function receive({ path, headers, body }: Arrived, response: ServerResponse): void {
  const isFaulty = path.endsWith('faulty');
  const answer = isFaulty ? chooseAnswer() : 'ok';
  seenAnswers.add(answer);
  arrivals[isFaulty ? 'faulty' : 'sound'].push({
    eventId: String(headers['webhook-id']),
    kind: eventWebhookBodySchema.parse(JSON.parse(body)).type,
    wasTaken: answer === 'ok' || answer === 'ok, then hangs up',
  });
  if (answer === 'hangs up') response.destroy();
  else if (answer === 'ok, then hangs up')
    response.writeHead(200, { 'content-length': 9 }).end('ok', () => response.destroy());
  else if (answer === 'redirects') response.writeHead(302, { location: '/otro' }).end();
  else if (answer !== 'hangs') response.writeHead(answer === 'ok' ? 204 : 500).end();
}

function chooseAnswer(): string {
  const moment = moments.next();
  if (moment < 0.03 && hangs < hangsAtMost) {
    hangs += 1;
    return 'hangs';
  }
  if (moment < 0.1) return 'hangs up';
  if (moment < 0.15) return 'ok, then hangs up';
  if (moment < 0.2) return 'redirects';
  return moment < 0.3 ? 'refuses' : 'ok';
}

beforeAll(async () => {
  pair = await startServerPair({
    simulator: {
      seed: 24,
      callDurationMs: { min: 200, max: 1_500 },
      outcomes: { user_hangup: 1 },
      concurrencyLimit: 500,
    },
    dialing: { callsPerSecond: 8, reservedLines: 2 },
    async provider(simulatorUrl) {
      front = await startProviderFront(simulatorUrl, receive);
      return front.url;
    },
  });
});

afterAll(async () => {
  await pair?.close();
  await front.close();
});

test('servers killed while they send: each event arrives, none before an earlier one of its call or campaign', async ({
  annotate,
}) => {
  const { first, second, pool, from, simulator, key } = pair;
  const hooks = new Map<string, 'sound' | 'faulty'>();
  for (const name of ['sound', 'faulty'] as const) {
    const body = { url: `${front.url}/eventos/${name}`, events: outgoingEventKinds };
    hooks.set((await first.client.post<{ id: string }>('/api/event-webhooks', body)).id, name);
  }
  const { id } = await first.client.post<Campaign>(
    '/api/campaigns',
    buildOrder(from, { recipients: rowsOf(addedEachTime) }),
  );
  await first.client.patch(`/api/campaigns/${id}`, { open: true });
  for (let kill = 0; kill < kills; kill++) {
    if (kill > 0)
      await first.client.post(`/api/campaigns/${id}/recipients`, {
        recipients: rowsOf(addedEachTime, kill * addedEachTime),
      });
    const before = arrivals.sound.length + arrivals.faulty.length;
    await waitFor(`events before kill ${kill}`, () => arrivals.sound.length + arrivals.faulty.length > before + 20);
    await delay(moments.next() * 100);
    const [victim, other] = kill % 2 === 0 ? [first, second] : [second, first];
    await victim.kill();
    pair.sendWebhooksTo(other);
    await victim.start();
  }
  await first.client.patch(`/api/campaigns/${id}`, { open: false });
  await waitFor('the end of the campaign', () => pair.isCompleted(id));
  await waitFor(
    'all deliveries',
    async () => {
      // Makes events due at once. Events that a killed server was sending still wait for its lease.
      await pool.query(
        `update event_deliveries e set next_try_at = now() from (select id from event_webhooks order by id for update) held
         where e.webhook_id = held.id and e.state = 'pending'`,
      );
      const { rows } = await pool.query<{ told: number; waiting: number }>(
        `select count(*) filter (where kind = 'call.analyzed')::int as told, count(*) filter (where state <> 'delivered')::int as waiting
         from event_deliveries`,
      );
      return rows[0]?.told === 2 * recipients && rows[0].waiting === 0;
    },
    240_000,
  );

  const { rows } = await pool.query<{ webhook_id: string; event_id: string; kind: string; subject: string }>(
    'select webhook_id, event_id, kind, subject from event_deliveries order by seq',
  );
  for (const [hookId, name] of hooks) {
    const told = rows.filter(({ webhook_id }) => webhook_id === hookId);
    const taken = new Set(arrivals[name].filter(({ wasTaken }) => wasTaken).map(({ eventId }) => eventId));
    expect(told.filter(({ event_id }) => !taken.has(event_id))).toEqual([]);
    expect(arrivals[name].filter(({ eventId }) => !told.some(({ event_id }) => event_id === eventId))).toEqual([]);
    const rank = new Map(told.map(({ event_id }, index) => [event_id, index]));
    const subjects = new Map(told.map(({ event_id, subject }) => [event_id, subject]));
    for (const [subject, those] of Map.groupBy(arrivals[name], ({ eventId }) => subjects.get(eventId))) {
      const order = those.map(({ eventId }) => rank.get(eventId) ?? -1);
      expect(order, `${name}, ${subject}`).toEqual(order.toSorted((a, b) => a - b));
    }
    const counts = Object.fromEntries(
      outgoingEventKinds.map((kind) => [kind, told.filter((event) => event.kind === kind).length]),
    );
    const each = { 'call.started': recipients, 'call.ended': recipients, 'call.analyzed': recipients };
    const ofCampaign = { 'campaign.started': 1, 'campaign.completed': 1, 'recipient.finished': recipients };
    expect(counts, name).toMatchObject({ ...each, ...ofCampaign });
    for (const { call_id } of simulator.placedCalls(key))
      expect(told.filter(({ subject }) => subject === `call:${call_id}`).map(({ kind }) => kind)).toEqual([
        'call.started',
        'call.ended',
        'call.analyzed',
      ]);
  }
  expect(seenAnswers).toEqual(new Set(['ok', 'refuses', 'hangs', 'hangs up', 'ok, then hangs up', 'redirects']));
  const repeated = arrivals.sound.length + arrivals.faulty.length - rows.length;
  await annotate(`${rows.length} events, ${repeated} sent again`);
});
