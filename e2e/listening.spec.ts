/** Listening to a live call and taking it over, with real sound between Chromium and the simulator's gateway. */
import type { Page } from '@playwright/test';
import type { CallRelatedData } from '../src/contract/calls.ts';
import { ownerOf } from './campaign-steps.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { beginCall } from './live-call-steps.ts';
import { placeCall } from './place-call.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'En vivo' });
const button = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Tomar la llamada' });
/** Number of lit bars of the meter. */
const level = (page: Page) => bar(page).locator('[data-level]').getAttribute('data-level').then(Number);
const longLine = 'palabra '.repeat(100);

async function allowListening(vocero: Console, workspace: ConsoleWorkspace): Promise<void> {
  await vocero.setListeningTransport(workspace, 'gateway');
  const owner = await vocero.signInElsewhere(ownerOf(workspace));
  await owner.put('/api/settings', { listening: 'operator' });
}

/** Prepares a workspace that allows listening, a member of that role with a page, and a call that hardly advances. */
async function beginListening(
  page: Page,
  vocero: Console,
  role: 'editor' | 'operator' = 'editor',
): Promise<{ workspace: ConsoleWorkspace; callId: string }> {
  const workspace = await vocero.createWorkspace(role);
  await allowListening(vocero, workspace);
  await signIn(page, vocero, workspace);
  const callId = await beginCall(page, vocero, workspace);
  await page.goto(`${vocero.url}/call/${callId}`);
  return { workspace, callId };
}

async function listen(page: Page): Promise<void> {
  await button(page, 'Escuchar').press('Enter');
  await expect(bar(page).getByText('Escuchas la llamada. Nadie te oye.')).toBeVisible();
}

test('an editor hears the call, is not heard, and colleagues see who listens', async ({ page, vocero, browser }) => {
  const { workspace, callId } = await beginListening(page, vocero);
  const { simulator } = vocero;
  await listen(page);
  await expect(button(page, 'Dejar de escuchar')).toBeFocused();
  await expect.poll(() => level(page)).toBe(0);
  simulator.speak(workspace.key, callId, { role: 'agent', content: longLine });
  await expect.poll(() => level(page)).toBeGreaterThan(1);
  expect(simulator.heard(workspace.key, callId)).toMatchObject({ listeners: 1, customer: { packets: 0 } });
  await expectAccessibleInBothThemes(page);
  await expectGoodAtBothWidths(page);
  await button(page, 'Silenciar').press('Enter');
  await expect(bar(page).getByText('con el sonido apagado')).toBeVisible();
  await button(page, 'Activar sonido').press('Enter');

  const context = await browser.newContext({ baseURL: vocero.url });
  const colleague = await context.newPage();
  await signIn(colleague, vocero, ownerOf(workspace));
  await colleague.goto(`${vocero.url}/call/${callId}`);
  const who = `Escucha ${workspace.username}`;
  await expect(bar(colleague).getByText(who)).toBeVisible();
  await colleague.goto(`${vocero.url}/en-vivo`);
  await expect(colleague.locator(`[data-room-row="${callId}"]`).getByText(who)).toBeVisible();

  await button(page, 'Dejar de escuchar').press('Enter');
  await expect(button(page, 'Escuchar')).toBeFocused();
  await expect.poll(() => simulator.heard(workspace.key, callId).listeners).toBe(0);
  await expect(colleague.locator(`[data-room-row="${callId}"]`).getByText(who)).toHaveCount(0);
  await listen(page);
  await page.getByRole('link', { name: 'Volver al Dashboard' }).first().press('Enter');
  await expect.poll(() => simulator.heard(workspace.key, callId).listeners).toBe(0);
  await page.goBack();
  await listen(page);
  const listeners = async () => {
    const answer = await colleague.request.get(`${vocero.url}/api/calls/${callId}/context`);
    return ((await answer.json()) as CallRelatedData).listeners.length;
  };
  expect(await listeners()).toBe(1);
  await page.goto(`${vocero.url}/healthz`);
  // This is long before the server gives up a silent browser.
  await expect.poll(listeners, { timeout: 20_000 }).toBe(0);
  await context.close();
});

/** Keeps the page's connections, so that the browser's measure of incoming sound can be read. */
const keepConnections = `window.connections = [];
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given) { super(...given); window.connections.push(this); }
  };`;
const energyHeard = (page: Page) =>
  page.evaluate<number>(`window.connections.at(-1).getStats().then((stats) =>
    [...stats.values()].find(({ type }) => type === 'inbound-rtp').totalAudioEnergy)`);

test('an editor takes the call over by keyboard, speaks, hears the answer, and hangs up', async ({ page, vocero }) => {
  await page.addInitScript(keepConnections);
  const { workspace, callId } = await beginListening(page, vocero);
  const { simulator } = vocero;
  const heard = () => simulator.heard(workspace.key, callId).customer.audible;
  await listen(page);
  await button(page, 'Tomar la llamada').press('Enter');
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(button(page, 'Tomar la llamada')).toBeFocused();
  await button(page, 'Tomar la llamada').press('Enter');
  await dialog(page).getByRole('button', { name: 'Tomar la llamada' }).press('Enter');
  await expect(bar(page).getByText('Hablas con el cliente.')).toBeVisible();
  const before = await energyHeard(page);
  await expect.poll(heard).toBeGreaterThan(0);
  await expect.poll(() => energyHeard(page)).toBeGreaterThan(before + 0.001);
  await expect.poll(() => level(page)).toBeGreaterThan(0);
  await expect(bar(page).getByText(`La atiende ${workspace.username}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Susurrar al agente' })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await expectGoodAtBothWidths(page);

  await expect(button(page, 'Silenciar micrófono')).toBeFocused();
  await button(page, 'Silenciar micrófono').press('Enter');
  await expect(bar(page).getByText('El cliente no te oye: tu micrófono está silenciado.')).toBeVisible();
  await expect.poll(() => level(page)).toBe(0);
  await button(page, 'Activar micrófono').press('Enter');
  await expect.poll(() => level(page)).toBeGreaterThan(0);

  await page.getByRole('link', { name: 'Volver al Dashboard' }).first().press('Enter');
  const question = page.getByRole('alertdialog', { name: '¿Cortar la llamada?' });
  await question.getByRole('button', { name: 'Cancelar' }).press('Enter');
  await expect(bar(page).getByText('Hablas con el cliente.')).toBeVisible();
  expect(simulator.call(workspace.key, callId)?.call_status).toBe('ongoing');

  await button(page, 'Cortar').press('Enter');
  await expect.poll(() => simulator.call(workspace.key, callId)?.call_status).toBe('ended');
  simulator.setSpeed(1);
  const taken = page.locator('dl > div').filter({ hasText: 'La tomó' });
  await expect(taken).toContainText(workspace.username);
});

test('a call that still rings can’t be listened to yet, and says why', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await allowListening(vocero, workspace);
  await signIn(page, vocero, workspace);
  vocero.simulator.setSpeed(0.0001);
  const callId = await placeCall(vocero, workspace, '+541155550101');
  await page.goto(`${vocero.url}/call/${callId}`);
  await expect(button(page, 'Escuchar')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Escuchar').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tooltip', { name: 'La llamada todavía no empezó.' })).toBeVisible();
  await expect(button(page, 'Escuchar')).toBeVisible();
});

test('a refused microphone changes nothing, and says so', async ({ page, vocero }) => {
  await page.addInitScript(`navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))`);
  const { workspace, callId } = await beginListening(page, vocero);
  await listen(page);
  await button(page, 'Tomar la llamada').press('Enter');
  await expect(bar(page).getByText('El navegador no dio acceso al micrófono.')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(vocero.simulator.heard(workspace.key, callId)).toMatchObject({ listeners: 1, customer: { packets: 0 } });
});

test('a colleague who was faster leaves the person listening', async ({ page, vocero }) => {
  const { workspace, callId } = await beginListening(page, vocero);
  await listen(page);
  vocero.simulator.setFaults({ listen: { takeOverLost: { next: 1 } } });
  await button(page, 'Tomar la llamada').press('Enter');
  await dialog(page).getByRole('button', { name: 'Tomar la llamada' }).press('Enter');
  await expect(bar(page).getByText('Otra persona ya tomó esta llamada.')).toBeVisible();
  await expect(button(page, 'Dejar de escuchar')).toBeVisible();
  expect(vocero.simulator.heard(workspace.key, callId)).toMatchObject({ listeners: 1, customer: { packets: 0 } });
});

test('an operator listens and does not take over; what is lost says so', async ({ page, vocero }) => {
  const { workspace, callId } = await beginListening(page, vocero, 'operator');
  const { simulator } = vocero;
  simulator.setFaults({ listen: { livekit: { next: 1 } } });
  await button(page, 'Escuchar').press('Enter');
  await expect(bar(page).getByText('pasan por LiveKit')).toBeVisible();
  simulator.setFaults({ listen: { gatewayError: { next: 1 } } });
  await button(page, 'Escuchar').press('Enter');
  await expect(bar(page).getByText('No se pudo consultar a Retell.')).toBeVisible();

  simulator.setFaults({ listen: { replaced: { next: 1, delayMs: 3_000 } } });
  await listen(page);
  await expect(button(page, 'Tomar la llamada')).toHaveCount(0);
  await expect(bar(page).getByText('otra sesión ocupó tu lugar en la llamada')).toBeVisible();
  await expectGoodAtBothWidths(page);

  simulator.setFaults({ listen: { mediaStops: { next: 1, delayMs: 0 } } });
  await button(page, 'Escuchar').press('Enter');
  await expect(bar(page).getByText('No llega sonido de la llamada.')).toBeVisible();
  await button(page, 'Dejar de escuchar').press('Enter');

  await listen(page);
  simulator.speak(workspace.key, callId, { role: 'user', content: longLine });
  await expect.poll(() => level(page)).toBeGreaterThan(1);
});

test('nobody listens until an admin says who, and only where the account was tried', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  const field = page.getByLabel('Quién escucha las llamadas en vivo');
  const open = () => page.goto(`${vocero.url}/settings?seccion=en-vivo`);
  await open();
  await expect(field).toBeDisabled();
  await expect(page.getByText('npm run check-provider -- --call')).toBeVisible();
  await vocero.setListeningTransport(workspace, 'livekit');
  await open();
  await expect(page.getByText('pasan por LiveKit')).toBeVisible();
  await expect(field).toBeDisabled();
  await vocero.setListeningTransport(workspace, 'gateway');
  await open();
  await expect(field).toHaveValue('off');
  await expectGoodAtBothWidths(page);
  await field.selectOption({ label: 'Editor y Administrador' });
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Configuración guardada').first()).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('editor');
});

test('a colleague goes on listening, and hears the person who took over', async ({ page, vocero, browser }) => {
  const { workspace, callId } = await beginListening(page, vocero);
  const { simulator } = vocero;
  await listen(page);
  const context = await browser.newContext({ baseURL: vocero.url });
  const colleague = await context.newPage();
  await signIn(colleague, vocero, ownerOf(workspace));
  await colleague.goto(`${vocero.url}/call/${callId}`);
  await listen(colleague);
  await button(page, 'Tomar la llamada').press('Enter');
  await dialog(page).getByRole('button', { name: 'Tomar la llamada' }).press('Enter');
  await expect(bar(page).getByText('Hablas con el cliente.')).toBeVisible();
  await expect.poll(() => simulator.heard(workspace.key, callId).customer.audible).toBeGreaterThan(0);
  await expect.poll(() => level(colleague)).toBeGreaterThan(0);
  expect(simulator.heard(workspace.key, callId).dropped.packets).toBe(0);
  await context.close();
});
