// 'Configuración': saved for everybody, typed input is never lost, and each role sees what it may change.
import { ownerOf } from './campaign-steps.ts';
import type { Locator, Page } from '@playwright/test';
import type { WorkspaceSettings } from '../src/contract/settings.ts';
import {
  expect,
  expectGoodAtBothWidths,
  follow,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { addPerson, breakRequests } from './people-steps.ts';

const saveButton = (page: Page): Locator => page.getByRole('button', { name: 'Guardar Configuración' });
const savedToast = (page: Page): Locator => page.getByText('Configuración guardada');

async function openSettings(page: Page, section: string): Promise<void> {
  await page.goto(`/settings?seccion=${section}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Configuración' })).toBeVisible();
}

async function openAs(
  page: Page,
  vocero: Console,
  who: { username: string; password: string },
  section: string,
): Promise<void> {
  await signIn(page, vocero, who);
  await openSettings(page, section);
}

/** Reads the settings from the server. */
async function readSettings(page: Page): Promise<WorkspaceSettings> {
  return (await (await page.request.get('/api/settings')).json()) as WorkspaceSettings;
}

/** Saves as another admin, outside the browser. */
async function saveElsewhere(vocero: Console, workspace: ConsoleWorkspace, body: object): Promise<void> {
  const username = `${workspace.username}-otra`;
  await addPerson(vocero, workspace, { username, role: 'admin' });
  const other = await vocero.signInElsewhere({ username, password: workspace.password });
  await other.put('/api/settings', body);
}

test('an admin changes zone, format, currency and rate, sees them at once, and a reload keeps them', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await saveElsewhere(vocero, workspace, { timeZone: 'America/Bogota' });
  await openAs(page, vocero, workspace, 'regional');
  const example = page.getByLabel('Así se verá');
  await expect(example.getByText('US$ 0,213')).toBeVisible();
  await expect(saveButton(page)).toBeDisabled();

  await page.getByLabel('Zona horaria').selectOption('UTC');
  await page.getByLabel('Formato de fecha').selectOption('en-US');
  await page.getByLabel('Un dólar en ARS').fill('1.450,5');
  await page.getByLabel('Un dólar en ARS').blur();
  await expect(page.getByLabel('Fecha de la cotización')).not.toHaveValue('');
  await expect(example.getByText('ARS 308.96')).toBeVisible();
  await expect(page.getByText('4 cambios sin guardar')).toBeVisible();
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
  await expect(page.getByText('Sin cambios', { exact: true })).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Zona horaria')).toHaveValue('UTC');
  await expect(page.getByLabel('Formato de fecha')).toHaveValue('en-US');
  // The number is written in the new format.
  await expect(page.getByLabel('Un dólar en ARS')).toHaveValue('1450.5');
  expect(await readSettings(page)).toMatchObject({ timeZone: 'UTC', dateLocale: 'en-US', usdRate: { rate: 1450.5 } });

  // A rate is valid only for its currency.
  await page.getByLabel('Moneda').selectOption('EUR');
  await expect(page.getByText('la cotización anterior deja de valer', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Un dólar en EUR')).toHaveValue('0');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await expect(page.getByLabel('Moneda')).toHaveValue('ARS');
  await expect(page.getByLabel('Un dólar en ARS')).toHaveValue('1450.5');
});

test('thresholds start alerts once they are saved; empty counts as 0; what is wrong stands at its field', async ({
  page,
  vocero,
}) => {
  await openAs(page, vocero, await vocero.createWorkspace('admin'), 'notificaciones');
  const waiting = page.getByText('Las alertas comienzan cuando guardes los umbrales');
  await expect(waiting).toBeVisible();
  await page.getByLabel('Llamadas por hora').fill('');
  await page.getByLabel('Tasa de éxito mínima').fill('120');
  await saveButton(page).click();
  await expect(page.getByText('Como máximo 100')).toBeVisible();
  await page.getByLabel('Tasa de éxito mínima').fill('90');
  await expect(page.getByText('Como máximo 100')).toBeHidden();
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
  await expect(waiting).toBeHidden();
  await expect(page.getByLabel('Llamadas por hora')).toHaveValue('0');
  expect((await readSettings(page)).thresholds).toEqual({ callsPerHour: 0, successPercent: 90, longWaitSeconds: 300 });
  await page.reload();
  await expect(page.getByLabel('Llamadas por hora')).toHaveValue('0');
});

test('thresholds may be saved as they stand', async ({ page, vocero }) => {
  await openAs(page, vocero, await vocero.createWorkspace('editor'), 'notificaciones');
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
  await page.getByRole('button', { name: 'Entendido' }).click();
  await expect(savedToast(page)).toBeHidden();
  await expect(page.getByText('Las alertas comienzan cuando guardes los umbrales')).toBeHidden();
  expect(await readSettings(page)).toMatchObject({
    thresholdsSaved: true,
    thresholds: { callsPerHour: 50, successPercent: 85, longWaitSeconds: 300 },
  });
});

test('channels, recipients and the outgoing webhook: a secret is made here, saved, and never shown again', async ({
  page,
  context,
  vocero,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, vocero, await vocero.createWorkspace('admin'), 'notificaciones');
  await expect(page.getByText('El servidor no tiene correo configurado (SMTP_URL)', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enviar prueba: E-mail' })).toBeDisabled();

  await page.getByLabel('Agregar un e-mail').fill('sin arroba');
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(page.getByText('Email inválido')).toBeVisible();
  await page.getByLabel('Agregar un e-mail').fill('guardia@ejemplo.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Quitar guardia@ejemplo.com' })).toBeVisible();

  await page.getByLabel('URL de destino').fill('http://ejemplo.com/alertas');
  await page.getByRole('button', { name: 'Definir un secreto' }).click();
  await page.getByRole('button', { name: 'Generar' }).click();
  const secret = await page.getByLabel('Secreto de la firma').inputValue();
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  await page.getByRole('button', { name: 'Copiar', exact: true }).click();
  await expect(page.getByText('Secreto copiado')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  await saveButton(page).click();
  await expect(page.getByText('La dirección debe comenzar con https://')).toBeVisible();
  await page.getByLabel('URL de destino').fill('https://alertas.vocero.invalid/entrada');
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
  await expect(page.getByText('Guardado. No se puede volver a ver.')).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  expect(await readSettings(page)).toMatchObject({
    alertEmails: ['guardia@ejemplo.com'],
    outgoingWebhook: { url: 'https://alertas.vocero.invalid/entrada', hasSecret: true },
  });

  // Nobody answers at the address, so the reason is shown beside the channel.
  await page.getByRole('button', { name: 'Enviar prueba: Webhook saliente' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'La prueba no salió' })).toBeVisible();
});

for (const permission of ['granted', 'denied'] as const) {
  test(`browser notifications, ${permission}`, async ({ page, context, vocero }) => {
    if (permission === 'granted') {
      await context.grantPermissions(['notifications']);
      // A Chromium without windows shows no notifications, so it denies them whatever the context grants.
      await page.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })");
    }
    await openAs(page, vocero, await vocero.createWorkspace('editor'), 'notificaciones');
    await page.getByRole('switch', { name: 'Navegador' }).click();
    const text = permission === 'granted' ? 'Permitidas en este navegador.' : 'Este navegador las tiene bloqueadas.';
    await expect(page.getByText(text, { exact: false })).toBeVisible();
    await saveButton(page).click();
    await expect(savedToast(page)).toBeVisible();
    expect((await readSettings(page)).notifications.browser).toBe(true);
  });
}

test('a browser that knows no notifications says so', async ({ page, vocero }) => {
  await page.addInitScript('delete window.Notification');
  await openAs(page, vocero, await vocero.createWorkspace('editor'), 'notificaciones');
  await page.getByRole('switch', { name: 'Navegador' }).click();
  await expect(page.getByText('Este navegador no admite notificaciones.')).toBeVisible();
});

test('the webhook address is copied, or it says that it could not; an admin replaces it and the old one stops', async ({
  page,
  context,
  vocero,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, vocero, await vocero.createWorkspace('admin'), 'webhook');
  const field = page.getByLabel('URL del webhook');
  await expect(field).toHaveValue(/\/api\/webhooks\/retell\/.{20,}$/);
  const before = await field.inputValue();
  await page.getByRole('button', { name: 'Copiar', exact: true }).click();
  await expect(page.getByText('URL copiada')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(before);
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))");
  await page.getByRole('button', { name: 'Copiar', exact: true }).click();
  await expect(page.getByText('Error al copiar al portapapeles')).toBeVisible();

  await page.getByRole('button', { name: 'Reemplazar dirección' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('La dirección actual deja de funcionar en el acto');
  await dialog.getByRole('button', { name: 'Reemplazar' }).click();
  await expect(page.getByText('Dirección reemplazada')).toBeVisible();
  await expect(field).not.toHaveValue(before);
  expect((await page.request.post(before, { data: {} })).status()).toBe(401);

  await expect(page.getByText('Esperando el primer evento')).toBeVisible();
  await page.getByRole('switch', { name: /call_started/ }).click();
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
  expect((await readSettings(page)).events).toEqual({ call_started: false, call_ended: true, call_analyzed: true });
});

test('an address that Retell cannot reach says so, and what to do', async ({ page, vocero }) => {
  const unreachable = { webhookUrl: 'http://localhost:3000/api/webhooks/retell/secreto', isReachable: false };
  await page.route('**/api/webhook-url', (route) => route.fulfill({ json: unreachable }));
  await openAs(page, vocero, await vocero.createWorkspace('editor'), 'webhook');
  await expect(page.getByLabel('URL del webhook')).toHaveValue(unreachable.webhookUrl);
  await expect(page.getByText('Retell no llega a la dirección de esta consola')).toContainText('Define PUBLIC_URL');
  await expectGoodAtBothWidths(page);
});

test('calling window, holidays and pace', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  vocero.simulator.setReservedInbound(workspace.key, 1);
  await openAs(page, vocero, workspace, 'discado');
  await expect(
    page.getByText('2 quedan reservadas para llamadas entrantes por la configuración del workspace.'),
  ).toBeVisible();
  await page.getByRole('switch', { name: 'Respetar el horario' }).click();
  await page.getByRole('checkbox', { name: 'Domingo' }).uncheck({ force: true });
  await page.getByLabel('Desde', { exact: true }).fill('10:00');
  await page.getByLabel('Hasta').fill('09:00');
  await page.getByLabel('Llamadas por segundo').fill('0,5');
  await page.getByLabel('Líneas reservadas').fill('');
  await page.getByLabel('Fecha del feriado').fill('2031-07-09');
  await page.getByRole('button', { name: 'Agregar fecha' }).click();
  await page.getByRole('button', { name: /Agregar feriados de Argentina/ }).click();
  await expect(page.getByText('Navidad').first()).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByText('El fin debe ser posterior al inicio')).toBeVisible();
  await page.getByLabel('Hasta').fill('20:30');
  await page.getByRole('button', { name: 'Quitar 09/07/2031' }).click();
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
  await expect(page.getByText('1 queda reservada para llamadas entrantes por la cuenta de Retell.')).toBeVisible();
  const { callingWindow, dialing } = await readSettings(page);
  expect(callingWindow).toMatchObject({ enabled: true, days: [1, 2, 3, 4, 5, 6], from: '10:00', to: '20:30' });
  expect(callingWindow.holidays.length).toBeGreaterThan(15);
  expect(callingWindow.holidays).not.toContain('2031-07-09');
  expect(dialing).toEqual({ callsPerSecond: 0.5, reservedLines: 0, callsPerNumberPerDay: 0 });
});

test('quality metrics: a field and a target of our own, and back to the defaults', async ({ page, vocero }) => {
  await openAs(page, vocero, await vocero.createWorkspace('editor'), 'copc');
  await page.getByLabel('Campo de Satisfacción (CSAT)').fill('satisfaccion');
  await page.getByLabel('Objetivo de Tiempo medio de atención (AHT)').fill('240');
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
  expect((await readSettings(page)).copc).toEqual({ fields: { csatT: 'satisfaccion' }, targets: { aht: 240 } });
  await page.getByRole('button', { name: 'Restablecer Satisfacción (CSAT)' }).click();
  await page.getByRole('button', { name: 'Restablecer todo' }).click();
  await expect(page.getByText('2 cambios sin guardar')).toBeVisible();
  await saveButton(page).click();
  await expect(page.getByText('Sin cambios', { exact: true })).toBeVisible();
  expect((await readSettings(page)).copc).toEqual({ fields: {}, targets: {} });
});

test('a save that fails says so and keeps what was typed; the server’s word stands at its field', async ({
  page,
  vocero,
}) => {
  await openAs(page, vocero, await vocero.createWorkspace('admin'), 'discado');
  const attempts = page.getByLabel('Intentos a un mismo número por día');
  await attempts.fill('7');
  const restore = await breakRequests(page, 'PUT', /^\/api\/settings$/);
  await saveButton(page).click();
  await expect(page.getByText('No se pudieron guardar los cambios').first()).toBeVisible();
  await expect(attempts).toHaveValue('7');
  await expect(page.getByText('1 cambio sin guardar')).toBeVisible();
  await restore();

  // A refusal that the browser's own check did not foresee.
  const details = [{ path: 'dailyAttempts', message: 'Hoy no puede ser 7' }];
  const message = 'Revisa los datos ingresados.';
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 400,
          json: { message, error: message, code: 'invalid_input', requestId: 'r', details },
        })
      : route.fallback(),
  );
  await page.getByLabel('Llamadas por segundo').focus();
  await saveButton(page).click();
  await expect(page.getByText('Hoy no puede ser 7')).toBeVisible();
  await expect(attempts).toBeFocused();
  await page.unroute('**/api/settings');
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
});

test('two people save two sections from one version; in the same section the second one chooses', async ({
  page,
  browser,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  const username = `${workspace.username}-otra`;
  await addPerson(vocero, workspace, { username, role: 'admin' });
  const context = await browser.newContext({ baseURL: vocero.url });
  const other = await context.newPage();
  // Without a socket, neither tab hears of the other's save.
  for (const each of [page, other]) await each.routeWebSocket(/\/ws$/, (socket) => socket.close());
  await openAs(page, vocero, workspace, 'discado');
  await openAs(other, vocero, { username, password: workspace.password }, 'regional');
  const attempts = page.getByLabel('Intentos a un mismo número por día');
  await attempts.fill('7');
  // No test workspace starts in this zone (quiet-zone.ts), so this is a change at any hour.
  await other.getByLabel('Zona horaria').selectOption('America/Bogota');
  for (const each of [other, page]) {
    await saveButton(each).click();
    await expect(savedToast(each)).toBeVisible();
  }
  expect(await readSettings(page)).toMatchObject({ timeZone: 'America/Bogota', dailyAttempts: 7 });

  await follow(other, '/settings?seccion=discado');
  await other.reload();
  await attempts.fill('8');
  await page.getByLabel('Llamadas por segundo').fill('3');
  await other.getByLabel('Intentos a un mismo número por día').fill('5');
  await other.getByLabel('Líneas reservadas').fill('4');
  await saveButton(other).click();
  await expect(savedToast(other)).toBeVisible();
  await context.close();
  await saveButton(page).click();
  await expect(page.getByText('No se pudieron guardar los cambios')).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: 'Otra persona guardó esta sección mientras la editabas.' });
  await expect(notice.getByRole('listitem')).toHaveText([
    'Llamadas por segundo. Guardado ahora: 1',
    'Intentos a un mismo número por día. Guardado ahora: 5',
  ]);
  await expect(attempts).toHaveValue('8');
  await expect(page.getByLabel('Líneas reservadas')).toHaveValue('4');
  await expect(saveButton(page)).toBeDisabled();
  expect((await readSettings(page)).dailyAttempts).toBe(5);
  await page.getByRole('button', { name: 'Entendido' }).click();
  await expectGoodAtBothWidths(page);
  await notice.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(savedToast(page)).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await readSettings(page)).toMatchObject({
    dailyAttempts: 8,
    dialing: { callsPerSecond: 3, reservedLines: 4 },
  });
});

test('another person’s save arrives by itself where nothing is typed, and moves nothing where something is', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await openAs(page, vocero, workspace, 'discado');
  const attempts = page.getByLabel('Intentos a un mismo número por día');
  await saveElsewhere(vocero, workspace, { dialing: { callsPerSecond: 4, reservedLines: 1 } });
  await expect(page.getByLabel('Llamadas por segundo')).toHaveValue('4');
  await expect(page.getByText('Sin cambios', { exact: true })).toBeVisible();
  await attempts.fill('7');
  const arrived = page.waitForResponse((answer) => answer.url().endsWith('/api/settings') && answer.ok());
  expect((await page.request.put('/api/settings', { data: { dailyAttempts: 9 } })).ok()).toBe(true);
  await arrived;
  await expect(attempts).toHaveValue('7');
  await expect(page.getByText('1 cambio sin guardar')).toBeVisible();
  await saveButton(page).click();
  await page.getByRole('button', { name: 'Usar lo guardado' }).click();
  await expect(attempts).toHaveValue('9');
  await expect(page.getByText('Sin cambios', { exact: true })).toBeVisible();
});

test('leaving a section with unsaved changes asks, and so does leaving the screen: by a link and by going back', async ({
  page,
  vocero,
}) => {
  await openAs(page, vocero, await vocero.createWorkspace('editor'), 'discado');
  await page.getByRole('link', { name: 'Webhook' }).click();
  const toggle = page.getByRole('switch', { name: /call_ended/ });
  await toggle.click();
  const dialog = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' });
  for (const name of ['Discado', 'Dashboard']) {
    await page.getByRole('link', { name }).click();
    await expect(dialog).toContainText('Tienes 1 cambio sin guardar');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL(/\/settings\?seccion=webhook$/);
    await expect(page.getByText('1 cambio sin guardar')).toBeVisible();
  }
  await page.goBack();
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL(/seccion=discado$/);
  await expect(page.getByText('Sin cambios', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Webhook' }).click();
  await expect(toggle).toBeChecked();
  await toggle.click();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await dialog.getByRole('button', { name: 'Salir sin guardar' }).click();
  await expect(page).toHaveURL(`${vocero.url}/`);
});

test('an editor sees what is an admin’s alone, read-only and with the reason', async ({ page, vocero }) => {
  await openAs(page, vocero, await vocero.createWorkspace('editor'), 'regional');
  const reason = page.getByText('Solo quien tiene el rol Administrador puede cambiarlo.');
  await expect(page.getByLabel('Un dólar en ARS')).toBeDisabled();
  await expect(reason).toBeVisible();
  await expect(page.getByRole('link', { name: 'Auditoría' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Webhook' }).click();
  await expect(page.getByRole('button', { name: 'Reemplazar dirección' })).toBeDisabled();
  await expect(reason).toBeVisible();
  await page.getByRole('link', { name: 'Notificaciones y alertas' }).click();
  await expect(page.getByLabel('URL de destino')).toBeDisabled();
  await page.getByRole('link', { name: 'Discado' }).click();
  await expect(page.getByLabel('Llamadas por segundo')).toBeDisabled();
  await page.getByLabel('Intentos a un mismo número por día').fill('4');
  await saveButton(page).click();
  await expect(savedToast(page)).toBeVisible();
  await openSettings(page, 'auditoria');
  await expect(page.getByText('Sin permisos para ver esta sección')).toBeVisible();
});

test('an operator has no settings', async ({ page, vocero }) => {
  await openAs(page, vocero, await vocero.createWorkspace('operator'), 'regional');
  await expect(page.getByText('Sin permisos para ver esta sección')).toBeVisible();
});

test('settings that can’t be read offer another try', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  const restore = await breakRequests(page, 'GET', /^\/api\/settings$/);
  await openSettings(page, 'regional');
  await expect(page.getByText('No se pudo leer la configuración.')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByLabel('Zona horaria')).toBeVisible();
});

test('every section is accessible and fits, wide and narrow', async ({ page, vocero }) => {
  await openAs(page, vocero, await vocero.createWorkspace('admin'), 'regional');
  for (const section of [
    'regional',
    'webhook',
    'notificaciones',
    'no-llamar',
    'en-vivo',
    'datos',
    'copc',
    'eventos',
    'api',
    'auditoria',
    'discado',
  ]) {
    await follow(page, `/settings?seccion=${section}`);
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    if (section === 'notificaciones') await page.getByText('Cómo verificar la firma').click();
    await expectGoodAtBothWidths(page);
  }
  await page.getByLabel('Intentos a un mismo número por día').fill('9');
  await expect(page.getByRole('button', { name: 'Descartar' })).toBeVisible();
  await expectGoodAtBothWidths(page);
});

test('a toast covers nothing that can be pressed, wide and narrow', async ({ page, vocero }) => {
  await openAs(page, vocero, await vocero.createWorkspace('admin'), 'discado');
  for (const [width, lines] of [
    [1366, '1'],
    [360, '2'],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await page.getByLabel('Líneas reservadas').fill(lines);
    await saveButton(page).click();
    await expect(savedToast(page)).toBeVisible();
    const covered = () =>
      page.evaluate(() => {
        const toast = document.querySelector('[data-toaster] > div');
        if (!toast) return ['no toast'];
        const box = toast.getBoundingClientRect();
        const within = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        const met = [...document.querySelectorAll('button, [role=button], input, select, a')].filter((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return (
            !toast.contains(element) && left < box.right && box.left < right && top < box.bottom && box.top < bottom
          );
        });
        return [...(within ? [] : ['outside']), ...met.map((element) => element.outerHTML.slice(0, 80))];
      });
    await expect.poll(covered).toEqual([]);
    await page.getByRole('button', { name: 'Entendido' }).click();
    await expect(savedToast(page)).toBeHidden();
  }
});

test('who reads live calls and the usual whispers are saved; an editor changes the whispers alone', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await openAs(page, vocero, ownerOf(workspace), 'en-vivo');
  await expect(page.getByLabel('Quién lee las llamadas en vivo')).toHaveValue('editor');
  await page.getByLabel('Quién lee las llamadas en vivo').selectOption({ label: 'Todo el workspace' });
  await page.getByLabel('Indicaciones frecuentes').fill('Ofrecé tres cuotas\n\n  Pedí el DNI ');
  await page.getByRole('button', { name: 'Guardar Configuración' }).click();
  await expect(page.getByText('Configuración guardada')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Quién lee las llamadas en vivo')).toHaveValue('operator');
  await expect(page.getByLabel('Indicaciones frecuentes')).toHaveValue('Ofrecé tres cuotas\nPedí el DNI');
  await openAs(page, vocero, workspace, 'en-vivo');
  await expect(page.getByLabel('Quién lee las llamadas en vivo')).toBeDisabled();
  await page
    .getByLabel('Indicaciones frecuentes')
    .fill(Array.from({ length: 11 }, (_, nth) => `Frase ${nth}`).join('\n'));
  await page.getByRole('button', { name: 'Guardar Configuración' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
});
