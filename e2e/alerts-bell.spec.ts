/** The bell: alerts raised and resolved, read and unread, and browser notifications. */
import type { Page } from '@playwright/test';
import { createCampaign, ownerOf } from './campaign-steps.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  openDashboard,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import { breakRequests } from './people-steps.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Alertas/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Alertas' });

/** Raises alerts without an end, one each, by surplus calls. */
function tellSurplus(vocero: Console, { id }: ConsoleWorkspace, from: number, to: number): void {
  for (let index = from; index <= to; index += 1) {
    vocero.server.app.events.emit('call.surplus', { workspaceId: id, callId: `call_doble_${index}` });
  }
}

/** Records every notification of any page in the context, and requests for permission. */
const watchNotifications = `
  window.shownNotifications = [];
  window.Notification = class extends EventTarget {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title, options) { super(); window.shownNotifications.push({ title, ...options }); window.lastNotification = this; }
    close() {}
  };
`;
const shown = (page: Page) =>
  page.evaluate<{ title: string; body: string; tag: string }[]>('window.shownNotifications');

test('counts what is unread, tells what happened, and marks it read on opening', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await openDashboard(page, vocero, workspace);
  await bell(page).click();
  await expect(panel(page).getByText('Sin alertas')).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'Configurar umbrales' })).toHaveAttribute(
    'href',
    /\/settings\?seccion=notificaciones$/,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();

  // The provider refuses the key, so the campaign is paused and the alert goes on.
  vocero.simulator.setKeyRefused(workspace.key, true);
  await createCampaign(page, 'Otoño', 1);
  await expect(bell(page)).toHaveAccessibleName('Alertas: 1 sin leer');
  await expect(
    page.getByRole('status').filter({ hasText: 'Campaña pausada: La campaña «Otoño» se pausó' }),
  ).toBeAttached();
  tellSurplus(vocero, workspace, 1, 1);
  await expect(bell(page)).toHaveAccessibleName('Alertas: 2 sin leer');
  await expect(page.getByRole('status').filter({ hasText: 'Llamada duplicada:' })).toBeAttached();
  await bell(page).click();
  const alert = panel(page).getByRole('listitem').filter({ hasText: 'Llamada duplicada' });
  await expect(alert.getByText('Nueva')).toBeVisible();
  await expect(alert.getByRole('link')).toHaveAttribute('href', '/call/call_doble_1');
  await expect(
    panel(page).getByRole('listitem').filter({ hasText: 'Campaña pausada' }).getByText('En curso'),
  ).toBeVisible();
  await expectAccessible(page);
  await expect(bell(page)).toHaveAccessibleName('Alertas');
  // The alert keeps its mark while the panel is open, and has lost it at the next opening.
  await expect(alert.getByText('Nueva')).toBeVisible();
  await page.keyboard.press('Escape');
  await bell(page).click();
  await expect(alert).toBeVisible();
  await expect(alert.getByText('Nueva')).toBeHidden();
});

test('shows what goes on and what is resolved, and leads there by role', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  await signIn(page, vocero, ownerOf(workspace));
  await createCampaign(page, 'Primavera', 3);
  await whenListed(vocero, page.request, 3);
  const thresholds = { callsPerHour: 1, successPercent: 0, longWaitSeconds: 0 };
  await page.request.put('/api/settings', { data: { thresholds } });
  await page.goto(vocero.url);
  await expect(bell(page)).toHaveAccessibleName('Alertas: 1 sin leer');
  await bell(page).click();
  const alert = panel(page).getByRole('listitem').filter({ hasText: 'Muchas llamadas por hora' });
  await expect(alert.getByText('En curso')).toBeVisible();
  await page.request.put('/api/settings', { data: { thresholds: { ...thresholds, callsPerHour: 0 } } });
  await expect(alert.getByText(/^Resuelto/)).toBeVisible();
});

test('99+ beyond that, twenty at a time, and a failure offers another try', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  await signIn(page, vocero, workspace);
  tellSurplus(vocero, workspace, 1, 120);
  await expect
    .poll(async () => ((await (await page.request.get('/api/alerts')).json()) as { total: number }).total)
    .toBe(120);
  const restore = await breakRequests(page, 'GET', /\/api\/alerts$/);
  await page.goto(vocero.url);
  await bell(page).click();
  await expect(panel(page).getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await restore();
  await panel(page).getByRole('button', { name: 'Reintentar' }).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(20);
  await expect(bell(page).getByText('99+')).toBeVisible({ visible: false });
  await panel(page).getByRole('button', { name: 'Ver más' }).click();
  await expect(panel(page).getByRole('listitem')).toHaveCount(40);
});

test('the browser notifies once across tabs, only where the workspace wants it', async ({ page, context, vocero }) => {
  await page.addInitScript(watchNotifications);
  const workspace = await vocero.createWorkspace('admin');
  // Alerts that the tab finds on its first read are not news.
  tellSurplus(vocero, workspace, 1, 1);
  await openDashboard(page, vocero, workspace);
  await expect(bell(page)).toHaveAccessibleName('Alertas: 1 sin leer');
  await expect(page.getByRole('status').filter({ hasText: 'Llamada duplicada:' })).toHaveCount(0);
  tellSurplus(vocero, workspace, 2, 2);
  await expect(page.getByRole('status').filter({ hasText: 'Llamada duplicada:' })).toBeAttached();
  expect(await shown(page)).toEqual([]);

  await page.request.put('/api/settings', { data: { notifications: { email: false, browser: true, webhook: false } } });
  const other = await context.newPage();
  await other.addInitScript(watchNotifications);
  await other.goto(vocero.url);
  await expect(other.getByText('Llamadas Activas').first()).toBeVisible();
  await expect(bell(other)).toHaveAccessibleName('Alertas: 2 sin leer');
  tellSurplus(vocero, workspace, 3, 3);
  for (const tab of [page, other]) await expect(bell(tab)).toHaveAccessibleName('Alertas: 3 sin leer');
  const [{ id: newest } = { id: '' }] = (
    (await (await page.request.get('/api/alerts')).json()) as { alerts: { id: string }[] }
  ).alerts;
  const isTold = async (tab: Page) => (await shown(tab)).some(({ tag }) => tag === newest);
  await expect.poll(async () => [await isTold(page), await isTold(other)].filter(Boolean)).toHaveLength(1);
  const teller = (await isTold(page)) ? page : other;
  await teller.evaluate("window.lastNotification.dispatchEvent(new Event('click'))");
  await expect(teller).toHaveURL(`${vocero.url}/call/call_doble_3`);
});

test('the bell is accessible and fits, wide and narrow', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  tellSurplus(vocero, workspace, 1, 3);
  await openDashboard(page, vocero, workspace);
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 768 });
    if (width === 360) await page.getByRole('button', { name: /^Abrir menú/ }).click();
    await bell(page).click();
    await expect(panel(page).getByRole('listitem')).toHaveCount(3);
    await expectAccessibleInBothThemes(page);
    const box = await panel(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    await page.keyboard.press('Escape');
  }
});
