// The audit log in the settings: sentences on actions, filtered by topic, person and date, page by page.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './console-fixture.ts';
import { addPerson, breakRequests } from './people-steps.ts';

const log = (page: Page): Locator => page.getByRole('region', { name: 'Registro de auditoría' });
const entry = (page: Page, text: string | RegExp): Locator => log(page).getByRole('listitem').filter({ hasText: text });

test('an admin reads who did what, opens an entry, and finds by topic, person and date', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  const saved = await page.request.put('/api/settings', {
    data: {
      dailyAttempts: 7,
      callingWindow: { enabled: true, days: [1, 2], from: '10:00', to: '20:00', holidays: [] },
    },
  });
  expect(saved.ok()).toBe(true);
  await page.goto('/settings?seccion=auditoria');
  const mine = entry(page, `${workspace.username} guardó la configuración`);
  await expect(mine).toBeVisible();
  await expect(entry(page, `${workspace.username}-titular creó el workspace «${workspace.name}»`)).toBeVisible();
  await expect(entry(page, `${workspace.username} inició sesión`)).toBeVisible();
  await mine.locator('summary').click();
  await expect(mine).toContainText(/Intentos a un mismo número por día.*50.*7/);
  await expect(mine).toContainText(/Días.*Lunes, Martes/);
  await expectAccessible(page);

  await page.getByLabel('Tema').selectOption('session');
  await expect(mine).toBeHidden();
  await expect(entry(page, 'inició sesión').first()).toBeVisible();
  await expect(page).toHaveURL(/tema=session/);
  await page.reload();
  await expect(page.getByLabel('Tema')).toHaveValue('session');
  await page.getByLabel('Tema').selectOption('');
  await page.getByLabel('Buscar usuario').fill('-titular');
  await expect(mine).toBeHidden();
  await expect(entry(page, 'creó el workspace')).toBeVisible();
  await page.getByLabel('Hasta').fill('2020-01-01');
  await expect(page.getByText('Nada coincide con los filtros')).toBeVisible();
  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await expect(mine).toBeVisible();
  await expect(page.getByLabel('Buscar usuario')).toHaveValue('');
});

test('more than a page is paged', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  for (let attempts = 1; attempts <= 26; attempts += 1) {
    expect((await page.request.put('/api/settings', { data: { dailyAttempts: attempts } })).ok()).toBe(true);
  }
  await page.goto('/settings?seccion=auditoria&tema=settings');
  await expect(log(page).getByRole('listitem').filter({ hasText: 'guardó la configuración' })).toHaveCount(25);
  await log(page).getByRole('button', { name: 'Página 2' }).click();
  await expect(page).toHaveURL(/pagina=2/);
  // The log also has the entry of the workspace's creation.
  await expect(log(page).getByText(/^26-2[78] de 2[78]$/)).toBeVisible();
});

test('a log that can’t be read offers another try, and is an admin’s alone', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  const restore = await breakRequests(page, 'GET', /^\/api\/audit-log$/);
  await page.goto('/settings?seccion=auditoria');
  await expect(page.getByText('No se pudo leer el registro de auditoría.')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(entry(page, 'inició sesión').first()).toBeVisible();

  const username = `${workspace.username}-editora`;
  await addPerson(vocero, workspace, { username, role: 'editor' });
  await page.context().clearCookies();
  await signIn(page, vocero, { username, password: workspace.password });
  await page.goto('/settings?seccion=auditoria');
  await expect(page.getByText('Sin permisos para ver esta sección')).toBeVisible();
  expect((await page.request.get('/api/audit-log')).status()).toBe(403);
});
