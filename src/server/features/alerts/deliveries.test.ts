// Alerts by email and webhook: real receivers of both, two servers on one database, and failures on the way.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertWebhookBodySchema, type Alert } from '../../../contract/alerts.ts';
import { verifyProviderWebhookSignature } from '../../../retell/index.ts';
import { startMailReceiver, type MailReceiver, type ReceivedMail } from '../../testing/mail-receiver.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startWebhookReceiver, type ReceivedPost, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { endCampaigns, pauseCampaign, whenAlert } from './testing/alert-conditions.ts';

const secret = 'un secreto de dieciséis o más';
let mailbox: MailReceiver;
let receiver: WebhookReceiver;
let first: TestApp;
let second: TestApp;
let workspace: TestWorkspace;
let recipes = 0;

beforeAll(async () => {
  [mailbox, receiver] = await Promise.all([startMailReceiver(), startWebhookReceiver()]);
  first = await startTestApp(options());
  second = await startTestApp({ ...options(), database: first });
  workspace = await first.createWorkspace();
});

function options() {
  return {
    config: { smtpUrl: mailbox.url, publicUrl: 'https://consola.ejemplo.com', reconcileSeconds: 3_600 },
    alertTuning: {
      // Servers check only after events.
      everyMs: 3_600_000,
      queue: { retries: 2, firstRetrySeconds: 0, longestRetrySeconds: 1, pollSeconds: 0.5 },
      allowedOrigins: [receiver.origin],
    },
  };
}

afterAll(async () => {
  await second.stop();
  await first.stop();
  await Promise.all([mailbox.close(), receiver.close()]);
});

/** Gives the workspace a webhook path and an email address of its own from now on. */
async function prepare(ways: { webhook: boolean; email: boolean }): Promise<{ path: string; mail: string }> {
  const path = `/hook/${++recipes}`;
  const mail = `guardia${recipes}@ejemplo.com`;
  await workspace.admin.put('/api/settings', {
    outgoingWebhook: { url: `https://ejemplo.com${path}`, secret },
    alertEmails: [mail],
    notifications: { ...ways, browser: false },
  });
  await setWebhookUrl(receiver.origin + path);
  return { path, mail };
}

/** Sets the address without the rule that it must be https and public. */
async function setWebhookUrl(url: string | null): Promise<void> {
  await first.database.pool.query('update workspace_settings set outgoing_webhook_url = $2 where workspace_id = $1', [
    workspace.id,
    url,
  ]);
}

const postsTo = (path: string): readonly ReceivedPost[] => receiver.posts.filter((post) => post.path === path);
const mailsTo = (address: string): readonly ReceivedMail[] => mailbox.mails.filter(({ to }) => to.includes(address));
const statesOf = (alert: Alert): string[] =>
  alert.deliveries.map(({ channel, phase, state }) => `${channel} ${phase} ${state}`);

/** Pauses a campaign as the dispatcher does on that server. @returns the campaign's id. */
async function pause(server: TestApp, name?: string): Promise<string> {
  const campaignId = await pauseCampaign(first.database, workspace.id, name);
  server.app.events.emit('campaign.paused', { workspaceId: workspace.id, campaignId });
  return campaignId;
}

async function unpause(server: TestApp): Promise<void> {
  await endCampaigns(first.database, workspace.id);
  server.app.events.emit('campaign.unpaused', { workspaceId: workspace.id, campaignId: '' });
}

function whenDelivered(campaignId: string, states: readonly string[]): Promise<Alert> {
  const isSo = (alert: Alert): boolean => alert.subject === campaignId && statesOf(alert).join() === states.join();
  return whenAlert(workspace.operator, 'campaign_paused', isSo);
}

/** Resolves when no check that may use older settings is running: each server has reported a call after them. */
async function whenChecksOver(): Promise<void> {
  for (const [index, { app }] of [first, second].entries()) {
    const callId = `call_check_${index}`;
    app.events.emit('call.surplus', { workspaceId: workspace.id, callId });
    await whenAlert(workspace.operator, 'duplicate_call', ({ subject }) => subject === callId);
  }
}

const whenPosted = (path: string, count: number) => waitFor(`${count} posts`, () => postsTo(path).length >= count);
const whenMailed = (address: string, count: number) =>
  waitFor(`${count} mails`, () => mailsTo(address).length >= count);

test('an incident is told once by each way, and its end as well', async () => {
  const { path, mail } = await prepare({ webhook: true, email: true });
  // A name may contain anything, but a header may not.
  await first.database.pool.query('update workspaces set name = $2 where id = $1', [
    workspace.id,
    'Ñandú <b>\r\nBcc: otra@ejemplo.com',
  ]);
  const campaignId = await pause(second, 'Cobranza <noviembre>');
  await Promise.all([whenPosted(path, 1), whenMailed(mail, 1)]);
  const raised = await whenDelivered(campaignId, ['email raised delivered', 'webhook raised delivered']);
  await unpause(first);
  await Promise.all([whenPosted(path, 2), whenMailed(mail, 2)]);
  const all = [
    'email raised delivered',
    'webhook raised delivered',
    'email cleared delivered',
    'webhook cleared delivered',
  ];
  const cleared = await whenDelivered(campaignId, all);
  expect(cleared.id).toBe(raised.id);

  const posts = postsTo(path);
  const bodies = posts.map(({ body }) => alertWebhookBodySchema.parse(JSON.parse(body)));
  expect(bodies.map(({ event, alert }) => [event, alert?.clearedAt])).toEqual([
    ['alert_raised', null],
    ['alert_cleared', cleared.clearedAt],
  ]);
  expect(bodies[0]).toMatchObject({
    workspace: { id: workspace.id },
    alert: { id: raised.id, kind: 'campaign_paused', subject: campaignId, raisedAt: raised.raisedAt },
  });
  expect(bodies[0]?.alert?.text).toContain('«Cobranza <noviembre>»');
  for (const { body, headers } of posts) {
    expect(verifyProviderWebhookSignature(body, secret, String(headers['x-vocero-signature']), Date.now())).toBe(true);
    expect(verifyProviderWebhookSignature(`${body} `, secret, String(headers['x-vocero-signature']), Date.now())).toBe(
      false,
    );
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    expect(headers['authorization'] ?? headers['cookie']).toBeUndefined();
  }

  const mails = mailsTo(mail);
  expect(mails.map((mail) => mail.header('subject'))).toEqual([
    '[Vocero · Ñandú <b> Bcc: otra@ejemplo.com] Campaña pausada',
    '[Vocero · Ñandú <b> Bcc: otra@ejemplo.com] Resuelto: Campaña pausada',
  ]);
  const [begin, end] = mails as [ReceivedMail, ReceivedMail];
  expect([begin.to, begin.header('bcc'), begin.from]).toEqual([[mail], '', 'no-reply@localhost']);
  expect(begin.header('message-id')).toBe(`<${raised.id}.raised@localhost>`);
  expect(begin.part('text/plain')).toContain('La campaña «Cobranza <noviembre>» se pausó');
  expect(begin.part('text/plain')).toContain(`https://consola.ejemplo.com/historico-campanas?ws=${workspace.id}`);
  expect(begin.part('text/html')).toContain('«Cobranza &lt;noviembre&gt;»');
  expect(end.part('text/plain')).toContain('Resuelto: la campaña ya no está pausada.');
});

test('what fails is tried again under the same id, until it is taken', async () => {
  const { path, mail } = await prepare({ webhook: true, email: true });
  await first.database.pool.query(
    'update workspace_settings set outgoing_webhook_secret_encrypted = null where workspace_id = $1',
    [workspace.id],
  );
  receiver.answerNext(500, 302);
  mailbox.refuseNext(1);
  const campaignId = await pause(first);
  await Promise.all([whenPosted(path, 3), whenMailed(mail, 1)]);
  const alert = await whenDelivered(campaignId, ['email raised delivered', 'webhook raised delivered']);
  const bodies = postsTo(path).map(({ body }) => alertWebhookBodySchema.parse(JSON.parse(body)));
  expect(bodies.map(({ deliveryId }) => deliveryId)).toEqual(Array.from({ length: 3 }, () => `${alert.id}.raised`));
  expect(postsTo('/elsewhere')).toEqual([]);
  expect(mailsTo(mail)).toHaveLength(1);
  expect(alert.deliveries.map(({ lastError }) => lastError)).toEqual([null, null]);
  // Without a secret the request is not signed.
  expect(postsTo(path)[0]?.headers['x-vocero-signature']).toBeUndefined();
  // The end of this incident must not appear in the next test.
  await unpause(first);
  const all = [
    'email raised delivered',
    'webhook raised delivered',
    'email cleared delivered',
    'webhook cleared delivered',
  ];
  await whenDelivered(campaignId, all);
});

test('an end is not told before its beginning, however late that is taken', async () => {
  const { path } = await prepare({ webhook: true, email: false });
  receiver.answerNext(500, 500);
  const campaignId = await pause(first);
  await whenPosted(path, 1);
  await unpause(second);
  await whenDelivered(campaignId, ['webhook raised delivered', 'webhook cleared delivered']);
  const told = postsTo(path).map(({ body }) => alertWebhookBodySchema.parse(JSON.parse(body)).event);
  expect(told).toEqual(['alert_raised', 'alert_raised', 'alert_raised', 'alert_cleared']);
});

test('what is never taken is shown as failed, with its reason; the end is told all the same', async () => {
  const { path } = await prepare({ webhook: true, email: false });
  receiver.answerNext(503, 503, 503);
  const campaignId = await pause(first);
  await whenPosted(path, 3);
  const alert = await whenDelivered(campaignId, ['webhook raised failed']);
  expect(alert.deliveries[0]?.lastError).toBe('El webhook respondió con el estado 503.');
  await unpause(first);
  await whenPosted(path, 4);
  await whenDelivered(campaignId, ['webhook raised failed', 'webhook cleared delivered']);
});

test('only ways that are switched on and lead somewhere are used', async () => {
  const { path } = await prepare({ webhook: false, email: true });
  await workspace.admin.put('/api/settings', { alertEmails: [] });
  await whenChecksOver();
  await whenDelivered(await pause(first), []);

  // Only the admin's address is used, no other member's.
  await first.database.pool.query(
    `update users set email = m.role || '@ejemplo.com' from workspace_members m where m.user_id = users.id and m.workspace_id = $1`,
    [workspace.id],
  );
  // A running check may still use the old addresses. It has ended once a later one has reported this call.
  first.app.events.emit('call.surplus', { workspaceId: workspace.id, callId: 'call_doble' });
  await whenMailed('admin@ejemplo.com', 1);
  const campaignId = await pause(first);
  await whenMailed('admin@ejemplo.com', 2);
  await whenDelivered(campaignId, ['email raised delivered']);
  expect(mailsTo('admin@ejemplo.com').map(({ to }) => to)).toEqual([['admin@ejemplo.com'], ['admin@ejemplo.com']]);
  expect(postsTo(path)).toEqual([]);
});

test('an editor tests each way by what is saved, is told why it fails, and it is written down', async () => {
  const { path, mail } = await prepare({ webhook: false, email: false });
  const tryOut = (channel: string) => workspace.editor.request('POST', '/api/alerts/test', { body: { channel } });

  for (const channel of ['email', 'webhook']) expect(await (await tryOut(channel)).json()).toEqual({ ok: true });
  expect(mailsTo(mail)[0]?.header('subject')).toMatch(/\] Prueba de alertas$/);
  const body = alertWebhookBodySchema.parse(JSON.parse(postsTo(path)[0]?.body ?? ''));
  expect(body).toMatchObject({ event: 'test', alert: null, workspace: { id: workspace.id } });

  const reasons: readonly (readonly [string | null, string])[] = [
    [`${receiver.origin}/${'x'.repeat(10)}`, 'El webhook respondió con el estado 418.'],
    ['https://127.0.0.1/', 'La dirección del webhook no es pública.'],
    ['https://[::ffff:10.0.0.1]/', 'La dirección del webhook no es pública.'],
    ['https://localhost/', 'La dirección del webhook no es pública.'],
    ['http://ejemplo.com/', 'La dirección del webhook debe comenzar con https://.'],
    ['https://ana:clave@ejemplo.com/', 'La dirección del webhook no debe llevar usuario ni contraseña.'],
    [null, 'No hay una dirección de webhook saliente guardada.'],
  ];
  receiver.answerNext(418);
  for (const [url, message] of reasons) {
    await setWebhookUrl(url);
    const answer = await tryOut('webhook');
    expect([answer.status, await answer.json()]).toEqual([
      502,
      expect.objectContaining({ code: 'delivery_failed', message }),
    ]);
  }
  mailbox.refuseNext(1);
  expect(await (await tryOut('email')).json()).toMatchObject({ message: 'El servidor de correo rechazó el mensaje.' });

  // The limit is ten tests in ten minutes.
  const posts = receiver.posts.length;
  await setWebhookUrl(receiver.origin);
  const beyond = await tryOut('webhook');
  expect([beyond.status, await beyond.json()]).toEqual([
    429,
    expect.objectContaining({
      code: 'too_many_requests',
      message: expect.stringMatching(/^Puedes hacer 10 pruebas/) as string,
    }),
  ]);
  expect(Number(beyond.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(receiver.posts).toHaveLength(posts);
  await expect(workspace.operator.post('/api/alerts/test', { channel: 'email' })).rejects.toMatchObject({
    status: 403,
  });
  const { rows } = await first.database.pool.query<{ target: string; outcome: string }>(
    `select target, details->>'outcome' as outcome from audit_log where workspace_id = $1 and action = 'alert.tested' order by id`,
    [workspace.id],
  );
  expect(rows.slice(0, 3)).toEqual([
    { target: 'Email', outcome: 'delivered' },
    { target: 'Webhook', outcome: 'delivered' },
    { target: 'Webhook', outcome: 'El webhook respondió con el estado 418.' },
  ]);
  expect(rows).toHaveLength(2 + reasons.length + 1);
});

test('a server that ends with a message in hand leaves it to the next', async () => {
  const { path } = await prepare({ webhook: true, email: false });
  await second.app.stop();
  receiver.answerNext(0);
  const campaignId = await pause(first);
  await whenPosted(path, 1);
  await first.app.stop();
  const next = await startTestApp({ ...options(), database: first });
  await whenPosted(path, 2);
  await waitFor('the note of it', async () => {
    const { rows } = await first.database.pool.query<{ state: string }>(
      `select d.state from alert_deliveries d join alerts a on a.id = d.alert_id where a.workspace_id = $1 and a.subject = $2`,
      [workspace.id, campaignId],
    );
    return rows.length === 1 && rows[0]?.state === 'delivered';
  });
  await next.stop();
});
