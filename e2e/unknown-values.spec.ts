// A server newer than the page: every value of a known list is one that the page does not know.
import type { Page, WebSocketRoute } from '@playwright/test';
import { z } from 'zod';
import { apiEndpoints } from '../src/contract/api.ts';
import { apiRoutes, type ApiRouteName } from '../src/contract/routes.ts';
import { askServer, createCampaign, ownerOf } from './campaign-steps.ts';
import { expect, follow, signIn, test, type Console } from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';

const unheardOf = 'zz_por_venir';
/** Values that a newer server could really send; the browser itself refuses others. */
const plausible: Readonly<Record<string, string>> = { timeZone: 'Asia/Tokyo', dateLocale: 'fr-FR', currency: 'CLP' };

/** The value with every text replaced that its schema takes from a list. */
function renew(schema: unknown, value: unknown, kept: readonly string[], name = ''): unknown {
  if (value === null || value === undefined || kept.includes(name)) return value;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return renew(schema.unwrap(), value, kept, name);
  if (schema instanceof z.ZodPipe) return renew(schema.out, value, kept, name);
  if (schema instanceof z.ZodEnum) return plausible[name] ?? unheardOf;
  if (schema instanceof z.ZodLiteral) return typeof value === 'string' ? unheardOf : value;
  if (schema instanceof z.ZodArray) return (value as unknown[]).map((each) => renew(schema.element, each, kept, name));
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, renew(schema.valueType, each, kept, key)]),
    );
  if (schema instanceof z.ZodUnion)
    return renew(
      schema.options.find((option) => (option as z.ZodType).safeParse(value).success),
      value,
      kept,
      name,
    );
  if (schema instanceof z.ZodObject)
    return {
      ...value,
      ...Object.fromEntries(
        Object.entries(schema.shape).map(([key, inner]) => [
          key,
          renew(inner, (value as Record<string, unknown>)[key], kept, key),
        ]),
      ),
    };
  return value;
}

function endpointOf(method: string, path: string): ApiRouteName | undefined {
  const names = Object.keys(apiRoutes) as ApiRouteName[];
  return names.find(
    (name) =>
      apiRoutes[name].method === method &&
      new RegExp(`^${apiRoutes[name].path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
}

/** Makes all answers unknown to the page from now on, except the fields `kept`. */
async function answerFromTheFuture(page: Page, kept: readonly string[]): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const name = endpointOf(route.request().method(), new URL(route.request().url()).pathname);
    const schema = name && 'response' in apiEndpoints[name] ? apiEndpoints[name].response : undefined;
    if (schema === undefined) return route.fallback();
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    return route.fulfill({ response, json: renew(schema, await response.json(), kept) });
  });
}

/** Creates alerts, log entries, a form and a review, blocked numbers, people, calls, and campaigns. */
async function furnish(page: Page, vocero: Console) {
  const workspace = await vocero.createWorkspace('admin');
  const [call] = await addPastCalls(vocero, workspace, 30);
  await signIn(page, vocero, ownerOf(workspace));
  await whenListed(vocero, page.request, 30);
  vocero.simulator.setKeyRefused(workspace.key, true);
  const campaign = await createCampaign(page, 'Otoño', 3);
  await expect.poll(async () => (await askServer<{ unread: number }>(page, '/api/alerts')).unread).toBeGreaterThan(0);
  vocero.simulator.setKeyRefused(workspace.key, false);
  vocero.server.app.events.emit('call.surplus', { workspaceId: workspace.id, callId: call?.call_id ?? '' });
  await askServer(page, '/api/do-not-call', { method: 'POST', body: { phoneNumber: '+5491140000001' } });
  return { callId: call?.call_id ?? '', campaignId: campaign.id };
}

/** True if the screen of the path is drawn completely, beside its sidebar. */
async function stands(page: Page, path: string, heading: string): Promise<boolean> {
  await follow(page, path);
  const fallen = page.getByText('Algo salió mal en esta pantalla');
  await expect(page.getByRole('heading', { level: 1, name: heading }).or(fallen)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toBeVisible();
  return (await fallen.count()) === 0 && !/undefined|\[object/.test(await page.locator('body').innerText());
}

/** Opens every menu and window of the screen's buttons and notes it in `opened`; returns those that break it. */
async function openEach(page: Page, path: string, opened: string[]): Promise<string[]> {
  const fallen: string[] = [];
  const openers = page.getByRole('main').locator('button[aria-haspopup]:visible:not([disabled])');
  for (let index = 0; index < (await openers.count()); index++) {
    const opener = openers.nth(index);
    const name = (await opener.getAttribute('aria-label')) ?? (await opener.innerText());
    await opener.click();
    opened.push(`${path}: ${name}`);
    const popup = page.locator('[role=menu]:visible, [role=dialog]:visible').first();
    await expect(popup).toBeVisible();
    await expect(popup.locator('[aria-busy=true]')).toHaveCount(0);
    const hasFallen =
      (await page.getByText(/Algo salió mal en esta pantalla|No se pudo abrir esta ventana/).count()) > 0;
    if (hasFallen || /undefined|\[object/.test(await popup.innerText())) fallen.push(`${path}: ${name}`);
    await page.keyboard.press('Escape');
    await expect(popup).toBeHidden();
  }
  return fallen;
}

test('no screen, window or menu dies of a value that it does not know', async ({ page, vocero }) => {
  const { callId, campaignId } = await furnish(page, vocero);
  const fallen: string[] = [];
  const opened: string[] = [];
  // As an admin first, so that every part is drawn; an unknown role comes below.
  await answerFromTheFuture(page, ['role']);
  await page.goto('/');
  for (const [path, heading] of [
    ['/', 'Dashboard'],
    ['/nueva-campana', 'Crear Nueva Campaña'],
    ['/historico-campanas', 'Histórico de Campañas'],
    ['/historial-llamadas', 'Historial de Llamadas'],
    [`/call/${callId}`, 'Detalle de Llamada'],
    ['/analytics', 'Analytics'],
    ['/copc-metrics', 'Métricas COPC'],
    ['/revision-calidad', 'Revisión de Calidad'],
    ['/agentes', 'Agentes de IA'],
    ['/rendimiento-agentes', 'Rendimiento de Agentes'],
    ['/workspaces', 'Gestión de Workspaces'],
    ['/user-management', 'Gestión de Usuarios'],
    ...[
      'regional',
      'webhook',
      'notificaciones',
      'discado',
      'no-llamar',
      'datos',
      'copc',
      'eventos',
      'api',
      'auditoria',
    ].map((section) => [`/settings?seccion=${section}`, 'Configuración'] as const),
  ] satisfies (readonly [string, string])[]) {
    if (!(await stands(page, path, heading))) fallen.push(path);
    else fallen.push(...(await openEach(page, path, opened)));
  }
  expect(fallen).toEqual([]);
  expect(opened.length).toBeGreaterThan(10);

  await page.getByRole('button', { name: /^Alertas/ }).click();
  await expect(page.getByRole('dialog', { name: 'Alertas' }).getByText('Aviso').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await follow(page, `/historico-campanas?campana=${campaignId}`);
  await expect(page.getByRole('dialog').getByText('Desconocido').first()).toBeVisible();
});

test('a role that the page does not know reads, and sees no entry that is not for it', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('admin'));
  await answerFromTheFuture(page, []);
  await page.goto('/');
  expect(await stands(page, '/', 'Dashboard')).toBe(true);
  await expect(page.getByText('Visualizador').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Configuración' })).toHaveCount(0);
});

test('a message that the page does not know changes nothing, and the next one counts', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  let line: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/ws$/, (route) => {
    route.connectToServer();
    line = route;
  });
  await signIn(page, vocero, workspace);
  await page.goto('/');
  await expect(page.getByText('En vivo').first()).toBeVisible();
  const own = { workspaceId: workspace.id };
  for (const message of [
    { type: unheardOf, ...own, more: { nested: [unheardOf] } },
    { type: unheardOf },
    { type: 'call_started', ...own, callIds: [unheardOf], more: unheardOf },
    { type: 'campaign_update', ...own, campaignIds: [unheardOf] },
    { type: 'alert_update', ...own, alertIds: [unheardOf] },
  ])
    line?.send(JSON.stringify(message));
  vocero.simulator.arrive(workspace.key, 'inbound');
  await expect(
    page
      .getByText('1 llamada en curso')
      .or(page.getByText(/^1 llamada hoy$/))
      .first(),
  ).toBeVisible();
  await expect(page.getByText('En vivo').first()).toBeVisible();
  await expect(page.getByText('Algo salió mal en esta pantalla')).toHaveCount(0);
});
