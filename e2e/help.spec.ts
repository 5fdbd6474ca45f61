/** Contextual help: switched, slowed, silenced in one section; by pointer, key and tap; remembered and shared by tabs. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleInBothThemes, openDashboard, test } from './console-fixture.ts';

const totalHelp = (page: Page) => page.getByRole('button', { name: 'Más información: Total de llamadas' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Total de llamadas' });
const main = (page: Page) => page.getByRole('main');

async function openSettings(page: Page) {
  await main(page).getByRole('button', { name: 'Configuración de Ayudas' }).click();
  const settings = page.getByRole('dialog', { name: 'Configuración de Ayudas' });
  await expect(settings.getByRole('switch', { name: 'Mostrar ayudas contextuales' })).toBeVisible();
  return settings;
}

test('says what a figure counts on hover, and stays while the pointer is in it', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await totalHelp(page).hover();
  await expect(panel(page)).toContainText('MÉTRICAS');
  await expect(panel(page)).toContainText('Llamadas que empezaron en el período');
  await panel(page).getByRole('link', { name: 'Ver llamadas' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historial-llamadas?days=today`);
});

test('opens by keyboard, leads into its panel, and Esc gives the focus back', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await page.getByLabel('Agente:').focus();
  for (
    let presses = 0;
    presses < 5 && !(await totalHelp(page).evaluate((element) => element.matches(':focus')));
    presses += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await expect(totalHelp(page)).toBeFocused();
  await expect(panel(page)).toBeVisible();
  await expect(totalHelp(page)).toHaveAccessibleDescription(/Llamadas que empezaron en el período/);
  await expect(totalHelp(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page).getByRole('link')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(totalHelp(page)).toBeFocused();
});

test('is switched off at once, in other tabs too, and remembered; nothing moves', async ({ page, context, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const other = await context.newPage();
  await other.goto(vocero.url);
  await expect(totalHelp(other)).toBeVisible();
  // A tab behind another is painted once a second.
  await page.bringToFront();
  await expect(page.getByText('Ayudas activas')).toBeVisible();
  const label = main(page).getByLabel('Resumen').getByText('Tasa de éxito', { exact: true });
  const before = await label.boundingBox();

  const settings = await openSettings(page);
  await settings.getByRole('switch', { name: 'Mostrar ayudas contextuales' }).click();
  await expect(main(page).getByRole('button', { name: /Más información/ })).toHaveCount(0);
  await expect(page.getByText('Ayudas activas')).toBeHidden();
  await expect(totalHelp(other)).toBeHidden();
  expect(await label.boundingBox()).toEqual(before);

  await page.reload();
  await expect(label).toBeVisible();
  await expect(totalHelp(page)).toBeHidden();
  await (await openSettings(page)).getByRole('switch', { name: 'Mostrar ayudas contextuales' }).click();
  await expect(totalHelp(page)).toBeVisible();
});

test('appears as fast as its section asks, or as was chosen, also after a reload', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const speed = (settings: Awaited<ReturnType<typeof openSettings>>) => settings.getByLabel('Velocidad de aparición');
  let settings = await openSettings(page);
  await expect(settings).toContainText('Dashboard');
  await expect(settings.getByText('Baja')).toBeHidden();
  await expect(speed(settings)).toBeHidden();
  await settings.getByText('Opciones avanzadas').click();
  await expect(settings.getByText('Baja')).toBeVisible();
  await expect(speed(settings).locator('option')).toHaveText([
    'Según la sección (aquí 500 ms)',
    '100 ms · inmediata',
    '300 ms · rápida',
    '500 ms · normal',
    '800 ms · lenta',
    '1200 ms · muy lenta',
  ]);
  await speed(settings).selectOption('1200');
  await page.reload();
  settings = await openSettings(page);
  await expect(speed(settings)).toHaveValue('1200');
  await page.keyboard.press('Escape');
  // From here on time passes only as the test lets it.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await totalHelp(page).hover();
  await page.clock.runFor(1_100);
  await expect(panel(page)).toBeHidden();
  await page.clock.runFor(200);
  await expect(panel(page)).toBeVisible();
});

test('one switch of the user menu turns it off and on, by keyboard alone', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await page.getByRole('button', { name: /^Menú de usuario/ }).focus();
  await page.keyboard.press('Enter');
  const help = page.getByRole('menuitemcheckbox', { name: 'Mostrar ayudas contextuales' });
  await expect(help).toHaveAttribute('aria-checked', 'true');
  for (let presses = 0; presses < 8 && !(await help.evaluate((row) => row.matches(':focus'))); presses += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(totalHelp(page)).toBeHidden();
  await expect(help).toHaveAttribute('aria-checked', 'false');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(totalHelp(page)).toBeVisible();
});

test('warns where help is off for the section, and turns it on again', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const settings = await openSettings(page);
  await settings.getByRole('button', { name: 'Desactivar en esta sección' }).click();
  await expect(settings).toContainText('Las ayudas están desactivadas en la sección Dashboard.');
  await expect(totalHelp(page)).toBeHidden();
  await page.keyboard.press('Escape');

  // Other sections keep theirs.
  await page.goto(`${vocero.url}/historial-llamadas`);
  await page.getByRole('button', { name: 'Agregar filtro' }).click();
  await page.getByRole('button', { name: 'Más información: Estado' }).hover();
  await expect(page.getByRole('tooltip')).toContainText('Exitosa: terminó.');

  await page.goto(vocero.url);
  await (await openSettings(page)).getByRole('button', { name: 'Activar' }).click();
  await expect(totalHelp(page)).toBeVisible();
});

async function expectAccessibleHelp(page: Page, open: (help: Locator) => Promise<void>): Promise<void> {
  await open(totalHelp(page));
  await expect(panel(page)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  const settings = await openSettings(page);
  await settings.getByRole('button', { name: 'Desactivar en esta sección' }).click();
  await expectAccessibleInBothThemes(page);
  const overflow = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

test('fits and is accessible, open by click', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await expectAccessibleHelp(page, (help) => help.click());
});

test('fits a phone and is accessible, open by tap', async ({ browser, vocero }) => {
  const context = await browser.newContext({
    hasTouch: true,
    viewport: { width: 360, height: 768 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await expectAccessibleHelp(page, (help) => help.tap());
  await context.close();
});
