// Alerts by mail and by webhook: real receivers of both, two servers on one database, and what goes wrong on the way.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outgoingAlert, type Alert } from '../../../contract/alerts.ts';
import { verifyWebhook } from '../../../retell/index.ts';
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
let keys = 0;

beforeAll(async () => {
  [mailbox, receiver] = await Promise.all([startMailReceiver(), startWebhookReceiver()]);
  const accounts = Array.from({ length: 6 }, (_, index) => ({ key: keyOf(index), orgName: 'x', concurrencyLimit: 1 }));
  first = await startTestApp({ ...options(), simulator: { accounts } });
  second = await startTestApp({ ...options(), database: first });
});

function options() {
  return {
    config: { smtpUrl: mailbox.url, publicUrl: 'https://consola.ejemplo.com', reconcileSeconds: 3_600 },
    alertTuning: {
      // Events alone make the servers look.
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

const keyOf = (index: number): string => `key_deliveries_${index}_0123456789`;

/** A workspace whose webhook leads to the receiver at a path of its own, and whose alerts go to an address of its own. */
async function createWorkspace(settings: { webhook: boolean; email: boolean }): Promise<TestWorkspace & { path: string; mail: string }> {
  const workspace = await first.createWorkspace(keyOf(keys));
  const path = `/hook/${keys}`;
  const mail = `guardia${keys++}@ejemplo.com`;
  await workspace.admin.put('/api/settings', {
    outgoingWebhook: { url: `https://ejemplo.com${path}`, secret },
    alertEmails: [mail],
    notifications: { ...settings, browser: false },
  });
  await first.database.pool.query('update workspace_settings set outgoing_webhook_url = $2 where workspace_id = $1', [
    workspace.id,
    receiver.origin + path,
  ]);
  return { ...workspace, path, mail };
}

const postsTo = (path: string): readonly ReceivedPost[] => receiver.posts.filter((post) => post.path === path);
const mailsTo = (address: string): readonly ReceivedMail[] => mailbox.mails.filter(({ to }) => to.includes(address));
const statesOf = (alert: Alert): string[] => alert.deliveries.map(({ channel, phase, state }) => `${channel} ${phase} ${state}`);

/** As the dispatcher does it: on either server. */
async function pause(server: TestApp, workspace: TestWorkspace, name?: string): Promise<string> {
  const campaignId = await pauseCampaign(first.database, workspace.id, name);
  server.app.events.emit('campaign.paused', { workspaceId: workspace.id, campaignId });
  return campaignId;
}

async function unpause(server: TestApp, workspace: TestWorkspace): Promise<void> {
  await endCampaigns(first.database, workspace.id);
  server.app.events.emit('campaign.unpaused', { workspaceId: workspace.id, campaignId: '' });
}

function whenDelivered(workspace: TestWorkspace, states: readonly string[]): Promise<Alert> {
  return whenAlert(workspace.operator, 'campaign_paused', (alert) => statesOf(alert).join() === states.join());
}

test('an incident is told once by each way, and its end as well', async () => {
  const workspace = await createWorkspace({ webhook: true, email: true });
  // A name may hold anything; a header may not.
  await first.database.pool.query('update workspaces set name = $2 where id = $1', [workspace.id, 'Ñandú <b>\r\nBcc: otra@ejemplo.com']);
  const campaignId = await pause(second, workspace, 'Cobranza <noviembre>');
  const raised = await whenDelivered(workspace, ['email raised delivered', 'webhook raised delivered']);
  await unpause(first, workspace);
  const all = ['email raised delivered', 'webhook raised delivered', 'email cleared delivered', 'webhook cleared delivered'];
  const cleared = await whenDelivered(workspace, all);
  expect(cleared.id).toBe(raised.id);

  const posts = postsTo(workspace.path);
  const bodies = posts.map(({ body }) => outgoingAlert.parse(JSON.parse(body)));
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
    expect(verifyWebhook(body, secret, String(headers['x-vocero-signature']), Date.now())).toBe(true);
    expect(verifyWebhook(`${body} `, secret, String(headers['x-vocero-signature']), Date.now())).toBe(false);
    expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });
    expect(headers['authorization'] ?? headers['cookie']).toBeUndefined();
  }

  const mails = mailsTo(workspace.mail);
  expect(mails.map((mail) => mail.header('subject'))).toEqual([
    '[Vocero · Ñandú <b> Bcc: otra@ejemplo.com] Campaña pausada',
    '[Vocero · Ñandú <b> Bcc: otra@ejemplo.com] Resuelto: Campaña pausada',
  ]);
  const [begin, end] = mails as [ReceivedMail, ReceivedMail];
  expect([begin.to, begin.header('bcc'), begin.from]).toEqual([[workspace.mail], '', 'no-reply@localhost']);
  expect(begin.header('message-id')).toBe(`<${raised.id}.raised@localhost>`);
  expect(begin.part('text/plain')).toContain('La campaña «Cobranza <noviembre>» se pausó');
  expect(begin.part('text/plain')).toContain(`https://consola.ejemplo.com/historico-campanas?ws=${workspace.id}`);
  expect(begin.part('text/html')).toContain('«Cobranza &lt;noviembre&gt;»');
  expect(end.part('text/plain')).toContain('Resuelto: la campaña ya no está pausada.');
});

test('what fails is tried again under the same id, until it is taken', async () => {
  const workspace = await createWorkspace({ webhook: true, email: true });
  await first.database.pool.query('update workspace_settings set outgoing_webhook_secret_encrypted = null where workspace_id = $1', [
    workspace.id,
  ]);
  receiver.answerNext(500, 302);
  mailbox.refuseNext(1);
  await pause(first, workspace);
  const alert = await whenDelivered(workspace, ['email raised delivered', 'webhook raised delivered']);
  const bodies = postsTo(workspace.path).map(({ body }) => outgoingAlert.parse(JSON.parse(body)));
  expect(bodies.map(({ deliveryId }) => deliveryId)).toEqual(Array.from({ length: 3 }, () => `${alert.id}.raised`));
  expect(receiver.posts.some(({ path }) => path === '/elsewhere')).toBe(false);
  expect(mailsTo(workspace.mail)).toHaveLength(1);
  expect(alert.deliveries.map(({ lastError }) => lastError)).toEqual([null, null]);
  // Without a secret there is nothing to sign with.
  expect(postsTo(workspace.path)[0]?.headers['x-vocero-signature']).toBeUndefined();
});

test('what is never taken is shown as failed, with its reason', async () => {
  const workspace = await createWorkspace({ webhook: true, email: false });
  receiver.answerNext(503, 503, 503);
  await pause(first, workspace);
  const alert = await whenDelivered(workspace, ['webhook raised failed']);
  expect(alert.deliveries[0]?.lastError).toBe('El webhook respondió con el estado 503.');
  expect(postsTo(workspace.path)).toHaveLength(3);
  // The end is told all the same: a receiver may have come back.
  await unpause(first, workspace);
  await whenDelivered(workspace, ['webhook raised failed', 'webhook cleared delivered']);
});

test('only ways that are switched on and lead somewhere are used', async () => {
  const workspace = await createWorkspace({ webhook: false, email: true });
  await workspace.admin.put('/api/settings', { alertEmails: [] });
  await pause(first, workspace);
  await whenDelivered(workspace, []);
  await unpause(first, workspace);
  await whenAlert(workspace.operator, 'campaign_paused', 'cleared');

  // With an address of an admin, of none else.
  await first.database.pool.query(
    `update users set email = m.role || '@ejemplo.com' from workspace_members m where m.user_id = users.id and m.workspace_id = $1`,
    [workspace.id],
  );
  await pause(first, workspace);
  await whenDelivered(workspace, ['email raised delivered']);
  expect(mailsTo('admin@ejemplo.com').map(({ to }) => to)).toEqual([['admin@ejemplo.com']]);
  expect(postsTo(workspace.path)).toEqual([]);
});

test('an editor tests each way by what is saved, is told why it fails, and it is written down', async () => {
  const workspace = await createWorkspace({ webhook: false, email: false });
  const tryOut = (channel: string) => workspace.editor.request('POST', '/api/alerts/test', { body: { channel } });
  const pointTo = (url: string | null) =>
    first.database.pool.query('update workspace_settings set outgoing_webhook_url = $2 where workspace_id = $1', [workspace.id, url]);

  for (const channel of ['email', 'webhook']) expect(await (await tryOut(channel)).json()).toEqual({ ok: true });
  expect(mailsTo(workspace.mail)[0]?.header('subject')).toMatch(/\] Prueba de alertas$/);
  const body = outgoingAlert.parse(JSON.parse(postsTo(workspace.path)[0]?.body ?? ''));
  expect(body).toMatchObject({ event: 'test', alert: null, workspace: { id: workspace.id } });

  const reasons: readonly (readonly [string | null, string])[] = [
    [`${receiver.origin}/${'x'.repeat(10)}`, 'El webhook respondió con el estado 418.'],
    ['https://127.0.0.1/', 'La dirección del webhook no es pública.'],
    ['https://[::ffff:10.0.0.1]/', 'La dirección del webhook no es pública.'],
    ['https://localhost/', 'La dirección del webhook no es pública.'],
    ['http://ejemplo.com/', 'La dirección del webhook debe comenzar con https://.'],
    ['https://ana:clave@ejemplo.com/', 'La dirección del webhook no debe llevar usuario ni contraseña.'],
    ['https://no-existe.invalid/', 'No se encontró el servidor del webhook.'],
    [null, 'No hay una dirección de webhook saliente guardada.'],
  ];
  receiver.answerNext(418);
  for (const [url, message] of reasons) {
    await pointTo(url);
    const answer = await tryOut('webhook');
    expect([answer.status, await answer.json()]).toEqual([502, expect.objectContaining({ code: 'delivery_failed', message })]);
  }
  mailbox.refuseNext(1);
  expect(await (await tryOut('email')).json()).toMatchObject({ message: 'El servidor de correo rechazó el mensaje.' });

  await expect(workspace.operator.post('/api/alerts/test', { channel: 'email' })).rejects.toMatchObject({ status: 403 });
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
  const workspace = await createWorkspace({ webhook: true, email: false });
  await second.app.stop();
  receiver.answerNext(0);
  await pause(first, workspace);
  await waitFor('the post', () => postsTo(workspace.path).length === 1);
  await first.app.stop();
  const next = await startTestApp({ ...options(), database: first });
  await waitFor('the post again', () => postsTo(workspace.path).length === 2);
  await waitFor('the note of it', async () => {
    const { rows } = await first.database.pool.query<{ state: string }>('select state from alert_deliveries where workspace_id = $1', [workspace.id]);
    return rows.length === 1 && rows[0]?.state === 'delivered';
  });
  await next.stop();
});
