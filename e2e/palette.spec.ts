/** The palette, the shortcuts, and the guide of a new workspace. */
import type { Page } from '@playwright/test';
import { formatGroupedPhoneNumber } from '../src/phone/numbering-plan.ts';
import { createCampaign } from './campaign-steps.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  openDashboard,
  signIn,
  test,
} from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';
import { addPerson } from './people-steps.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Ir a…' });
const options = (page: Page) => palette(page).getByRole('option');

async function openPalette(page: Page): Promise<void> {
  // The test is faster than a person: the last window may still be closing.
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused({ timeout: 3_000 });
  }).toPass();
}

async function choose(page: Page, text: string): Promise<void> {
  await openPalette(page);
  await page.keyboard.type(text);
  // The search result may still be loading.
  await expect(options(page).filter({ hasNotText: 'Buscar «' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
}

test('jumps to a screen by letters without accents, and offers the last places of this person in this workspace', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await openDashboard(page, vocero, workspace);
  await openPalette(page);
  await expectAccessible(page);
  await page.keyboard.type('configuracion');
  await expect(options(page).first()).toContainText('Configuración');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Configuración', level: 1 })).toBeVisible();

  await openPalette(page);
  await expect(palette(page).getByRole('group', { name: 'Recientes' }).getByRole('option')).toHaveText([/Dashboard/]);
  await page.keyboard.type('zzzz');
  await expect(palette(page).getByText('Nada coincide con «zzzz»')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();

  // The next person in this browser begins without recent entries.
  await page.context().clearCookies();
  await openDashboard(page, vocero, { username: `${workspace.username}-titular`, password: workspace.password });
  await openPalette(page);
  await expect(options(page).first()).toBeVisible();
  await expect(palette(page).getByRole('group', { name: 'Recientes' })).toHaveCount(0);
});

test('finds settings by what is set there, and actions, as far as the role goes', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await openDashboard(page, vocero, workspace);
  for (const [word, section] of [
    ['umbrales', 'Notificaciones y alertas'],
    ['horario', 'Discado'],
    ['feriados', 'Discado'],
    ['webhook', 'Webhook'],
  ] as const) {
    await openPalette(page);
    await page.keyboard.type(word);
    await expect(palette(page).getByRole('group', { name: 'Configuración' })).toContainText(section);
    await page.keyboard.press('Escape');
  }
  await choose(page, 'umbrales');
  await expect(page).toHaveURL(`${vocero.url}/settings?seccion=notificaciones`);
  await openPalette(page);
  await page.keyboard.type('invitar');
  await expect(palette(page).getByText('Nada coincide con «invitar»')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().clearCookies();
  await openDashboard(page, vocero, { username: `${workspace.username}-titular`, password: workspace.password });
  await choose(page, 'invitar');
  await expect(page.getByRole('dialog', { name: 'Invitar usuario' })).toBeVisible();
});

test('finds a customer by part of the number or name and opens the call, by keyboard alone', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('operator');
  const calls = await addPastCalls(vocero, workspace, 12);
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 12);
  const call = calls.find(({ direction, to_number }) => direction === 'outbound' && to_number);
  const number = call?.to_number ?? '';
  // Search documents are written a moment after their calls.
  await expect
    .poll(
      async () =>
        (await page.request.get(`/api/calls/all?within=contact&q=${number.slice(-8)}`)).headers()['x-total-count'],
    )
    .not.toBe('0');
  await page.goto(vocero.url);
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
  // The sidebar has no link to it.
  await choose(page, 'referencia de la api');
  await expect(page.getByRole('heading', { name: 'Referencia de la API' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type(number.slice(-8));
  const found = palette(page).getByRole('group', { name: 'Llamadas' });
  await expect(found.getByRole('option').first()).toContainText(formatGroupedPhoneNumber(number));
  await expect(palette(page).getByRole('group', { name: 'Clientes' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(found.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/call\/call_/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  // Found calls come above the search of the history, which ends the list with its count.
  await openPalette(page);
  const part = number.slice(1, 6);
  await page.keyboard.type(part);
  const listed = await page.request.get(`/api/calls/all?q=${part}`);
  const count = listed.headers()['x-total-count'];
  await expect(options(page).last()).toHaveText(`Buscar «${part}» en el historial (${count})`);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?q=${part}`);

  // Results and tags of calls can be typed as words.
  for (const [word, first, address] of [
    ['contestador', /Llamadas: Contestador.*Resultado/, 'result=machine'],
    ['objetivo cumplido', /Llamadas: Objetivo cumplido/, 'result=goal_reached'],
    ['quejas', /Llamadas: Queja/, 'complaintRate=yes'],
  ] as const) {
    await openPalette(page);
    await page.keyboard.type(word);
    await expect(options(page).first()).toContainText(first);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?${address}`);
  }

  // Earlier results never appear under a new text.
  await openPalette(page);
  await page.keyboard.type('zzzyyyxxx');
  await expect(palette(page).getByText('Nada coincide con «zzzyyyxxx»')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.route('**/api/calls/all?*within=contact*', (route) => route.abort());
  await openPalette(page);
  await page.keyboard.type('nadie');
  await expect(palette(page).getByText(/^No se pudo buscar entre clientes y llamadas\./)).toBeVisible();
});

test('pauses a campaign, and asks before it stops it, by keyboard alone; an operator is not offered it', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  vocero.simulator.setSpeed(0.01);
  const { id } = await createCampaign(page, 'Cobranza de mayo', 200);
  const status = async () =>
    ((await (await page.request.get(`/api/campaigns/${id}`)).json()) as { status: string }).status;
  await page.goto(vocero.url);
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
  await choose(page, 'pausar cobranza');
  await expect(page.getByText('La campaña ha sido pausada exitosamente.')).toBeVisible();
  expect(await status()).toBe('paused');
  await openPalette(page);
  await page.keyboard.type('detener cobranza');
  await expect(options(page).first()).toContainText('Detener Cobranza de mayo');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  expect(await status()).toBe('paused');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('La campaña ha sido detenida exitosamente.')).toBeVisible();
  await expect(question).toBeHidden();
  expect(await status()).not.toBe('paused');

  await createCampaign(page, 'Cobranza de junio', 2, {
    sendOption: 'scheduled',
    scheduledDate: '2031-05-20',
    scheduledTime: '10:30',
  });
  const operator = { username: `${workspace.username}-mira`, password: workspace.password };
  await addPerson(vocero, workspace, { username: operator.username });
  await page.context().clearCookies();
  await openDashboard(page, vocero, operator);
  await openPalette(page);
  await page.keyboard.type('junio');
  await expect(options(page)).toHaveText([/Cobranza de junio/, 'Buscar «junio» en el historial (0)']);
});

test('works by arrows, Home and End, and gives the focus back on Esc', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const button = page.getByRole('button', { name: /^Ir a…/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(palette(page).getByRole('combobox')).toBeFocused();
  // An operator is offered no screen of editors.
  await expect(options(page).filter({ hasText: 'Gestión de Usuarios' })).toHaveCount(0);
  const selected = palette(page).getByRole('option', { selected: true });
  await expect(selected).toContainText('Dashboard');
  await page.keyboard.press('ArrowDown');
  await expect(selected).toContainText('En vivo');
  await page.keyboard.press('End');
  await expect(selected).toContainText('Logout');
  const name = await selected.getAttribute('id');
  await expect(palette(page).getByRole('combobox')).toHaveAttribute('aria-activedescendant', name ?? '');
  await page.keyboard.press('ArrowDown');
  await expect(selected).toContainText('Dashboard');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(selected).toContainText('Dashboard');
  await page.keyboard.press('PageDown');
  await expect(options(page).nth(8)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('PageUp');
  await expect(selected).toContainText('Dashboard');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(page).toHaveURL(`${vocero.url}/`);
});

test('finds campaigns, agents and calls by id, and says when a call does not exist', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  const calls = await addPastCalls(vocero, workspace, 3);
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 3);
  const campaign = await createCampaign(page, 'Renovación de otoño', 2, {
    sendOption: 'scheduled',
    scheduledDate: '2031-05-20',
    scheduledTime: '10:30',
  });
  await page.goto(vocero.url);
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
  await choose(page, 'otono');
  await expect(page).toHaveURL(`${vocero.url}/campana/${campaign.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Renovación de otoño' })).toBeVisible();

  const agents = (await (await page.request.get('/api/agents')).json()) as { agent_id: string; agent_name: string }[];
  await choose(page, agents[0]?.agent_name ?? '');
  await expect(page).toHaveURL(new RegExp(`/agente/${agents[0]?.agent_id}$`));

  const id = calls[0]?.call_id ?? '';
  await openPalette(page);
  await page.keyboard.type(id);
  await expect(options(page).first()).toContainText(id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${vocero.url}/call/${id}`);

  await openPalette(page);
  await page.keyboard.type('call_que_no_existe');
  await expect(palette(page).getByText('No hay una llamada call_que_no_existe en este workspace.')).toBeVisible();
});

test('does from anywhere: theme, help, password, another workspace', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  const other = await vocero.createWorkspace('operator');
  const username = `${workspace.username}-dos`;
  const userId = await addPerson(vocero, workspace, { username });
  await vocero.server.app.features.access.addMember(other.id, userId, 'operator');
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, vocero, { username, password: workspace.password });
  await page.request.put(`/api/workspaces/${workspace.id}/switch`);
  await page.goto(vocero.url);
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();

  await choose(page, 'oscuro');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await choose(page, 'ocultar ayudas');
  await openPalette(page);
  await page.keyboard.type('ayudas');
  await expect(options(page).first()).toContainText('Mostrar ayudas contextuales');
  await page.keyboard.press('Escape');
  await choose(page, `cambiar a ${other.name}`);
  await expect(page.getByText('Has cambiado de workspace exitosamente.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Workspace Activo/ })).toContainText(other.name);
  await choose(page, 'clave');
  await expect(page.getByRole('dialog', { name: 'Cambiar contraseña' })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, 'salir');
  await expect(page).toHaveURL(`${vocero.url}/login`);
});

test('? lists the shortcuts, g and a letter lead to a screen, neither while typing', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('editor'));
  // A letter counts for a moment after `g`, and a busy machine may press it too late.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await expect(page).toHaveURL(`${vocero.url}/historico-campanas`, { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(list.getByText('Historial de Llamadas')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();

  await page.goto(`${vocero.url}/nueva-campana`);
  const name = page.getByRole('textbox', { name: 'Nombre de la campaña' });
  await name.pressSequentially('gd?');
  await expect(name).toHaveValue('gd?');
  await expect(list).toBeHidden();
  await openPalette(page);
});

test(`palette and guide are accessible and fit a narrow screen`, async ({ page, vocero }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page, vocero, await vocero.createWorkspace('editor'));
  await expect(page.getByRole('region', { name: 'Primeros pasos' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await openPalette(page);
  await expectAccessibleInBothThemes(page);
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBeLessThanOrEqual(0);
});

test('a new workspace leads: key, webhook address, first campaign, each checked off by what happens', async ({
  page,
  context,
  vocero,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await vocero.createWorkspace('editor');
  await openDashboard(page, vocero, workspace);
  const guide = page.getByRole('region', { name: 'Primeros pasos' });
  await expect(guide.getByText('1 de 3 pasos listos')).toBeVisible();
  await guide.getByRole('button', { name: 'Copiar' }).click();
  await expect(page.getByText('Dirección copiada')).toBeVisible();
  const { webhookUrl } = (await (await page.request.get('/api/webhook-url')).json()) as { webhookUrl: string };
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(webhookUrl);

  // The provider's first event arrives.
  vocero.simulator.arrive(workspace.key, 'inbound');
  await expect(guide.getByText('Los eventos de Retell.AI están llegando.')).toBeVisible();
  await createCampaign(page, 'Primera', 1, {
    sendOption: 'scheduled',
    scheduledDate: '2031-05-20',
    scheduledTime: '10:30',
  });
  const finished = page.getByRole('region', { name: 'Todo listo' });
  await expect(finished.getByText('3 de 3 pasos listos')).toBeVisible();
  await finished.getByRole('button', { name: 'Cerrar' }).click();
  await expect(finished).toBeHidden();
  await page.reload();
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
  await expect(page.getByText('Todo listo')).toBeHidden();
});

test('the guide goes on after the first campaign, in any browser, until an event has come', async ({
  page,
  browser,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await openDashboard(page, vocero, workspace);
  await createCampaign(page, 'Primera', 1, {
    sendOption: 'scheduled',
    scheduledDate: '2031-05-20',
    scheduledTime: '10:30',
  });
  const elsewhere = await browser.newPage({ baseURL: vocero.url });
  await openDashboard(elsewhere, vocero, workspace);
  const guide = elsewhere.getByRole('region', { name: 'Primeros pasos' });
  await expect(guide.getByText('2 de 3 pasos listos')).toBeVisible();
  const attention = elsewhere.getByRole('region', { name: 'Requiere atención' });
  await expect(attention).toContainText('Retell todavía no avisó de ninguna llamada');
  await expectGoodAtBothWidths(elsewhere);
  await attention.getByRole('link', { name: 'Revisar' }).click();
  await expect(elsewhere.getByText('Esperando el primer evento')).toBeVisible();
  await elsewhere.close();
});

test('the guide hands out no address that Retell cannot reach', async ({ page, vocero }) => {
  const unreachable = { webhookUrl: 'http://localhost:3000/api/webhooks/retell/secreto', isReachable: false };
  await page.route('**/api/webhook-url', (route) => route.fulfill({ json: unreachable }));
  await openDashboard(page, vocero, await vocero.createWorkspace('admin'));
  const guide = page.getByRole('region', { name: 'Primeros pasos' });
  await expect(guide.getByText('Retell no llega a la dirección de esta consola')).toContainText('Define PUBLIC_URL');
  await expect(guide.getByText(unreachable.webhookUrl)).toHaveCount(0);
  await expect(guide.getByRole('link', { name: 'Conectar los agentes' })).toHaveCount(0);
});

test('an operator is not led, and a guide that one editor hid is hidden for all', async ({ page, browser, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  await openDashboard(page, vocero, workspace);
  await expect(page.getByText('Sin llamadas activas')).toBeVisible();
  await expect(page.getByText('Primeros pasos')).toBeHidden();
  await page.context().clearCookies();
  await openDashboard(page, vocero, { username: `${workspace.username}-titular`, password: workspace.password });
  await page.getByRole('button', { name: 'Ocultar la guía' }).click();
  await expect(page.getByText('Primeros pasos')).toBeHidden();
  const elsewhere = await browser.newPage({ baseURL: vocero.url });
  const read = elsewhere.waitForResponse(/\/api\/first-steps$/);
  await openDashboard(elsewhere, vocero, { username: `${workspace.username}-titular`, password: workspace.password });
  expect(await (await read).json()).toMatchObject({ isHidden: true });
  await expect(elsewhere.getByText('Sin llamadas activas')).toBeVisible();
  await expect(elsewhere.getByText('Primeros pasos')).toBeHidden();
  await elsewhere.close();
});
