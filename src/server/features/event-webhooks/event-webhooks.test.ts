// Event webhooks with real receivers: two servers on one database, dispatcher and provider running, and failures.
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  webhookEventDataSchemas,
  outgoingEventKinds,
  eventWebhookBodySchema,
  type EventWebhookDelivery,
  type EventWebhook,
} from '../../../contract/event-webhooks.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startWebhookReceiver, type ReceivedPost, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

let sound: WebhookReceiver;
let faulty: WebhookReceiver;
let slow: WebhookReceiver;
let endless: WebhookReceiver;
let silent: WebhookReceiver;
const otherKeys = Array.from({ length: 8 }, (_, index) => `key_of_another_tenant_${index}`);
let first: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
let phoneNumber: string;
let paths = 0;

beforeAll(async () => {
  [sound, faulty, slow, endless, silent] = await Promise.all([
    startWebhookReceiver(),
    startWebhookReceiver(),
    startWebhookReceiver({ answersAfterMs: 300 }),
    startWebhookReceiver({ answers: 'endless' }),
    startWebhookReceiver({ answers: 'never' }),
  ]);
  const alertTuning = {
    everyMs: 3_600_000,
    allowedOrigins: [sound, faulty, slow, endless, silent].map(({ origin }) => origin),
  };
  first = await startTestApp({
    alertTuning,
    simulator: {
      outcomes: { user_hangup: 1 },
      accounts: [testKey, ...otherKeys].map((key) => ({ key, orgName: 'Prueba', concurrencyLimit: 20 })),
    },
  });
  second = await startTestApp({ alertTuning, database: first });
  workspace = await first.createWorkspace();
  const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
  await workspace.admin.put('/api/settings', { version, dialing: { callsPerSecond: 200, reservedLines: 0 } });
  const numbers =
    await workspace.operator.get<{ phone_number: string; outbound_agent_id: string | null }[]>(
      '/api/retell/phone-numbers',
    );
  phoneNumber = numbers.find((number) => number.outbound_agent_id !== null)?.phone_number ?? '';
});

afterAll(async () => {
  await second.stop();
  await first.stop();
  await Promise.all([sound, faulty, slow, endless, silent].map((receiver) => receiver.close()));
});

interface Hook {
  readonly id: string;
  readonly secret: string;
  posts(): readonly ReceivedPost[];
  state(): Promise<EventWebhook>;
  deliveries(): Promise<EventWebhookDelivery[]>;
}

async function createHook(receiver: WebhookReceiver, events: readonly string[]): Promise<Hook> {
  const path = `/eventos/${++paths}`;
  const made = await workspace.admin.post<{ id: string; secret: string }>('/api/event-webhooks', {
    url: receiver.origin + path,
    events,
  });
  const get = <T>(way: string) => workspace.admin.get<T>(`/api/event-webhooks${way}`);
  return {
    ...made,
    posts: () => receiver.posts.filter((post) => post.path === path),
    state: async () => (await get<EventWebhook[]>('')).find(({ id }) => id === made.id) as EventWebhook,
    deliveries: () => get<EventWebhookDelivery[]>(`/${made.id}/deliveries`),
  };
}

async function removeHook({ id }: Hook): Promise<void> {
  await workspace.admin.request('DELETE', `/api/event-webhooks/${id}`);
}

const bodiesOf = (posts: readonly ReceivedPost[]) =>
  posts.map(({ body }) => eventWebhookBodySchema.parse(JSON.parse(body)));

let people = 0;
async function refuseToBeCalled(): Promise<string> {
  const number = `+549351477${String(++people).padStart(4, '0')}`;
  await workspace.editor.post('/api/do-not-call', { phoneNumber: number });
  return number;
}

/** Inserts a campaign as paused by the dispatcher. @returns its id. */
async function insertPaused(): Promise<string> {
  const { rows } = await first.database.pool.query<{ id: string }>(
    `insert into campaigns (workspace_id, name, status, pause_reason, phone_number, success_definition, send_option, total_recipients, created_at, updated_at)
     values ($1, 'Pausada', 'paused', 'no_valid_payment', '+541150000000', 'x', 'now', 0, now(), now()) returning id`,
    [workspace.id],
  );
  return rows[0]?.id ?? '';
}

async function setStatus(id: string, status: string): Promise<void> {
  await first.database.pool.query(
    'update campaigns set status = $3, pause_reason = null where workspace_id = $1 and id = $2',
    [workspace.id, id, status],
  );
}

/** Makes the receiver's events due now. */
async function hurry({ id }: Hook): Promise<void> {
  await first.database.pool.query(`update event_deliveries set next_try_at = now() where webhook_id = $1`, [id]);
}

test('everything that happens is told once, signed, in its order, in the shape that is promised', async () => {
  const hook = await createHook(sound, outgoingEventKinds);
  const campaign = await workspace.editor.post<{ id: string }>('/api/campaigns', {
    name: 'Cobranza',
    successDefinition: 'Acepta',
    phoneNumber,
    sendOption: 'now',
    recipients: Array.from({ length: 5 }, (_, index) => ({
      phone_number: `+5491145550${String(index).padStart(3, '0')}`,
      customer_name: 'Ana',
      deuda: '1200',
    })),
  });
  await waitFor('the campaign and its calls', () => {
    const kinds = Map.groupBy(bodiesOf(hook.posts()), ({ type }) => type);
    return kinds.get('campaign.completed')?.length === 1 && kinds.get('call.analyzed')?.length === 5;
  });
  await refuseToBeCalled();
  const paused = await insertPaused();
  first.app.events.emit('campaign.paused', { workspaceId: workspace.id, campaignId: '' });
  await waitFor('an alert', () => bodiesOf(hook.posts()).some(({ type }) => type === 'alert.raised'));
  await setStatus(paused, 'completed');
  second.app.events.emit('campaign.unpaused', { workspaceId: workspace.id, campaignId: '' });
  await waitFor('its end', () => bodiesOf(hook.posts()).some(({ type }) => type === 'alert.cleared'));

  const posts = hook.posts();
  const bodies = bodiesOf(posts);
  for (const { type, data } of bodies) expect(() => webhookEventDataSchemas[type].parse(data), type).not.toThrow();
  const count = (type: string) => bodies.filter((body) => body.type === type).length;
  for (const type of ['call.started', 'call.ended', 'call.analyzed', 'recipient.finished'])
    expect(count(type), type).toBe(5);
  const ofCampaign = bodies.filter(({ data }) => data['campaignId'] === campaign.id && data['callId'] === undefined);
  expect(ofCampaign.map(({ type }) => type)).toEqual([
    'campaign.started',
    ...Array.from({ length: 5 }, () => 'recipient.finished'),
    'campaign.completed',
  ]);
  expect(ofCampaign[1]?.data).toMatchObject({
    state: 'sent',
    variables: { deuda: '1200' },
    attempts: [{ state: 'finished' }],
  });
  for (const calls of Map.groupBy(bodies, ({ data }) => data['callId']).values()) {
    if (calls[0]?.data['callId'] === undefined) continue;
    expect(calls.map(({ type }) => type)).toEqual(['call.started', 'call.ended', 'call.analyzed']);
  }
  const ids = posts.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(ids.length);
  // Verified as any receiver does, by the Standard Webhooks library.
  const [receiver, stranger] = [new Webhook(hook.secret), new Webhook(`whsec_${'A'.repeat(43)}=`)];
  for (const { headers, body } of posts) {
    const signed = headers as Record<string, string>;
    expect(receiver.verify(body, signed)).toEqual(JSON.parse(body));
    expect(() => receiver.verify(`${body} `, signed)).toThrow(WebhookVerificationError);
    expect(() => receiver.verify(body, { ...signed, 'webhook-id': 'evt_otro' })).toThrow(WebhookVerificationError);
    expect(() => stranger.verify(body, signed)).toThrow(WebhookVerificationError);
  }
  await removeHook(hook);
});

test('a receiver that hangs holds up nobody, and what fails comes again under its id, with its answer kept', async () => {
  faulty.answerNext(500);
  const [hanging, good] = [
    await createHook(faulty, ['do_not_call.added']),
    await createHook(sound, ['do_not_call.added']),
  ];
  await refuseToBeCalled();
  await waitFor('the first try', async () => (await hanging.deliveries())[0]?.attempts === 1);
  expect(await hanging.deliveries()).toMatchObject([{ state: 'pending', answerStatus: 500, answer: 'ok' }]);
  expect((await hanging.state()).failingSince).not.toBeNull();
  // The second case: the receiver never answers.
  faulty.answerNext(0);
  await refuseToBeCalled();
  await waitFor('the one that hangs', () => hanging.posts().length === 2);
  await refuseToBeCalled();
  await waitFor('all three at the other', () => good.posts().length === 3);

  await hurry(hanging);
  await waitFor('the second try of the first', async () => (await hanging.deliveries()).at(-1)?.state === 'delivered');
  const ids = hanging.posts().map(({ headers }) => headers['webhook-id']);
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2);
  await Promise.all([removeHook(hanging), removeHook(good)]);
});

test('of one subject nothing overtakes what was not taken yet', async () => {
  faulty.answerNext(503);
  const hook = await createHook(faulty, ['campaign.paused', 'campaign.completed']);
  const id = await insertPaused();
  await setStatus(id, 'created');
  await setStatus(id, 'paused');
  await waitFor('a refused try', async () => (await hook.deliveries())[0]?.attempts === 1);
  await setStatus(id, 'completed');
  await hurry(hook);
  await waitFor('both', async () => (await hook.deliveries()).every(({ state }) => state === 'delivered'));
  expect(bodiesOf(hook.posts()).map(({ type }) => type)).toEqual([
    'campaign.paused',
    'campaign.paused',
    'campaign.completed',
  ]);
  await removeHook(hook);
});

test('after three days an event is set aside, its receiver paused; going on and sending again bring all of it', async () => {
  faulty.answerNext(500, 500);
  const hook = await createHook(faulty, ['do_not_call.added']);
  const since = new Date(Date.now() - 60_000).toISOString();
  const number = await refuseToBeCalled();
  await waitFor('a refused try', async () => (await hook.deliveries())[0]?.attempts === 1);
  await first.database.pool.query(`update event_webhooks set failing_since = now() - interval '4 days' where id = $1`, [
    hook.id,
  ]);
  await first.database.pool.query(
    `update event_deliveries set try_until = now(), next_try_at = now() where webhook_id = $1`,
    [hook.id],
  );
  await waitFor('the end of its tries', async () => (await hook.deliveries())[0]?.state === 'set_aside');
  await waitFor('the pause', async () => (await hook.state()).state === 'failing');
  await refuseToBeCalled();
  await waitFor('what gathers', async () => (await hook.state()).pending === 1);
  expect(hook.posts()).toHaveLength(2);

  await workspace.admin.request('PATCH', `/api/event-webhooks/${hook.id}`, { body: { state: 'active' } });
  await waitFor('what gathered', () => hook.posts().length === 3);
  const replay = (body: object) =>
    workspace.admin.post<{ events: number }>(`/api/event-webhooks/${hook.id}/replay`, body);
  const eventId = (await hook.deliveries()).at(-1)?.eventId;
  expect(await replay({ since, eventId })).toEqual({ events: 1 });
  await waitFor('the one again', () => hook.posts().length === 4);
  expect(bodiesOf(hook.posts()).at(-1)?.data['phoneNumber']).toBe(number);
  await waitFor('its noting', async () => (await hook.deliveries()).every(({ state }) => state === 'delivered'));
  expect(await replay({ since })).toEqual({ events: 2 });
  await waitFor('all again', () => hook.posts().length === 6);
  await removeHook(hook);
});

test('sending again beside what is being noted waits for it, and neither is lost', async () => {
  const hook = await createHook(sound, ['do_not_call.added']);
  const since = new Date(Date.now() - 60_000).toISOString();
  for (let count = 0; count < 2; count += 1) await refuseToBeCalled();
  await waitFor('both', async () => {
    const deliveries = await hook.deliveries();
    return deliveries.length === 2 && deliveries.every(({ state }) => state === 'delivered');
  });
  const { pool } = first.database;
  const { rows } = await pool.query<{ seq: string }>(
    'select seq from event_deliveries where webhook_id = $1 order by seq desc',
    [hook.id],
  );
  const holder = await pool.connect();
  const touch = (seq: string | undefined) =>
    holder.query('update event_deliveries set tried_at = now() where webhook_id = $1 and seq = $2', [hook.id, seq]);
  // The rows are updated as their answers would be recorded.
  await holder.query('begin');
  await holder.query('select from event_webhooks where id = $1 for update', [hook.id]);
  await touch(rows[0]?.seq);
  const replaying = workspace.admin.post<{ events: number }>(`/api/event-webhooks/${hook.id}/replay`, { since });
  await waitFor('the other to wait', async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%event_%'`,
    );
    return (rowCount ?? 0) > 0;
  });
  await touch(rows[1]?.seq);
  await holder.query('commit');
  holder.release();
  expect(await replaying).toEqual({ events: 2 });
  await waitFor('both again', () => hook.posts().length === 4);
  await removeHook(hook);
});

test('slow receivers of one workspace take a part of what is sent at once, however many they are', async () => {
  const hooks: Hook[] = [];
  for (let count = 0; count < 20; count += 1) hooks.push(await createHook(slow, ['do_not_call.added']));
  for (let count = 0; count < 8; count += 1) await refuseToBeCalled();
  await waitFor('all of them', () => slow.posts.length === 160);
  // Each of two servers may have begun a claim with one place left.
  expect(slow.mostUnanswered).toBeLessThan(2 * 2 * 32);
  await Promise.all(hooks.map(removeHook));
});

test('a receiver that takes an event and never ends its answer is cut and counts as failing', async () => {
  const hook = await createHook(endless, ['do_not_call.added']);
  await refuseToBeCalled();
  await waitFor('the delivery', async () => (await hook.deliveries())[0]?.state === 'delivered');
  expect((await hook.state()).failingSince).not.toBeNull();
  expect(hook.posts()).toHaveLength(1);
  await removeHook(hook);
});

test('silent receivers of other tenants, however many, leave places for whoever has nothing under way', async () => {
  const hook = await createHook(sound, ['do_not_call.added']);
  const others = await Promise.all(otherKeys.map((key) => first.createWorkspace(key)));
  await Promise.all(
    others.map(async ({ admin, editor }) => {
      for (let count = 0; count < 8; count += 1)
        await admin.post('/api/event-webhooks', { url: `${silent.origin}/${count}`, events: ['do_not_call.added'] });
      for (let count = 0; count < 8; count += 1)
        await editor.post('/api/do-not-call', { phoneNumber: `+54935147700${count + 10}` });
    }),
  );
  await waitFor('all places but those kept', () => silent.posts.length >= 2 * 192);
  await refuseToBeCalled();
  await waitFor('the event of the other tenant', () => hook.posts().length === 1);
  // No request to a silent receiver had timed out by then.
  const { rows } = await first.database.pool.query<{ tried: number }>(
    `select count(*)::int as tried from event_deliveries d join event_webhooks w on w.id = d.webhook_id
     where w.url like $1 and d.attempts > 0`,
    [`${silent.origin}/%`],
  );
  expect(rows).toEqual([{ tried: 0 }]);
  await removeHook(hook);
});

test('only addresses that we may ask are taken, and no more than twenty; the log names host and person', async () => {
  const refusal = async (url: string) => {
    const answer = await workspace.admin.request('POST', '/api/event-webhooks', {
      body: { url, events: ['call.ended'] },
    });
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  expect(await refusal('http://ejemplo.com/')).toEqual([400, 'La dirección del webhook debe comenzar con https://.']);
  expect(await refusal('https://10.0.0.1/')).toEqual([400, 'La dirección del webhook no es pública.']);
  const hooks: Hook[] = [];
  for (let index = 0; index < 20; index += 1) hooks.push(await createHook(sound, ['call.ended']));
  expect(await refusal('https://ejemplo.com/')).toEqual([409, 'Hay un máximo de 20 webhooks de eventos.']);
  await Promise.all(hooks.map(removeHook));
  const log = await workspace.admin.get<{ action: string; target: string }[]>('/api/audit-log?pageSize=50');
  expect(log.find(({ action }) => action === 'event_webhook.deleted')?.target).toBe(new URL(sound.origin).host);
});

test('docs/events.md shows a whole payload of every kind and says what each of its fields means', async () => {
  const page = await readFile(new URL('../../../../docs/events.md', import.meta.url), 'utf8');
  const explained = new Set([...page.matchAll(/^\| `([\w.[\]]+)` +\|/gm)].map(([, field]) => field));
  for (const [kind, schema] of Object.entries(webhookEventDataSchemas)) {
    const [, example = ''] = new RegExp(`### \`${kind}\`[^#]*?\`\`\`json\n(.*?)\`\`\``, 's').exec(page) ?? [];
    const body = eventWebhookBodySchema.parse(JSON.parse(example));
    expect(body.type).toBe(kind);
    schema.parse(body.data);
    for (const field of Object.keys(schema.shape)) expect(explained, kind).toContain(field);
  }
  for (const field of Object.keys(webhookEventDataSchemas['recipient.finished'].shape.attempts.element.shape))
    expect(explained).toContain(`attempts[].${field}`);
});
