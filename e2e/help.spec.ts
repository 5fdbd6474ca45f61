/** Contextual help: switched, delayed, turned off in one section; by pointer, key and tap; shared by tabs. */
import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectEasyToTap,
  openDashboard,
  signIn,
  test,
  type Console,
} from './console-fixture.ts';
import { addPastCalls, whenListed } from './past-calls.ts';

const totalHelp = (page: Page) => page.getByRole('button', { name: 'Total de llamadas' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Total de llamadas' });
const main = (page: Page) => page.getByRole('main');

async function openSettings(page: Page) {
  // On a narrow screen the sidebar's foot is in the drawer.
  const menu = page.getByRole('button', { name: /^Abrir menú/ });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Configuración de Ayudas' }).click();
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
  // A tab in the background is painted once a second.
  await page.bringToFront();
  await expect(page.getByText('Ayudas activas')).toBeVisible();
  const label = main(page).getByLabel('Resumen').getByText('Tasa de éxito', { exact: true });
  const before = await label.boundingBox();

  const settings = await openSettings(page);
  await settings.getByRole('switch', { name: 'Mostrar ayudas contextuales' }).click();
  await expect(main(page).locator('[data-help]')).toHaveCount(0);
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
  // From here on the test controls time.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await totalHelp(page).hover();
  await page.clock.runFor(1_100);
  await expect(panel(page)).toBeHidden();
  await page.clock.runFor(200);
  await expect(panel(page)).toBeVisible();
});

test('has one way to its settings, which turn it off and on by keyboard alone', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const way = page.getByRole('button', { name: 'Configuración de Ayudas' });
  await expect(way).toHaveCount(1);
  await way.focus();
  await page.keyboard.press('Enter');
  const help = page.getByRole('switch', { name: 'Mostrar ayudas contextuales' });
  await expect(help).toBeChecked();
  for (let presses = 0; presses < 8 && !(await help.evaluate((row) => row.matches(':focus'))); presses += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(totalHelp(page)).toBeHidden();
  await expect(help).not.toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Space');
  await expect(totalHelp(page)).toBeVisible();
});

test('warns where help is off for the section, and turns it on again', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const settings = await openSettings(page);
  await settings.getByRole('button', { name: 'Desactivar en esta sección' }).click();
  await expect(settings).toContainText('Las ayudas están desactivadas en la sección Dashboard.');
  await expect(totalHelp(page)).toBeHidden();
  await page.keyboard.press('Escape');

  // Other sections keep their help.
  await page.goto(`${vocero.url}/historial-llamadas`);
  await page.getByRole('button', { name: 'Filtro', exact: true }).click();
  await page.getByRole('option', { name: 'Estado' }).click();
  await page.getByText('Estado', { exact: true }).and(page.locator('[data-help]')).hover();
  await expect(page.getByRole('tooltip')).toContainText('Exitosa: terminó.');

  await page.goto(vocero.url);
  await (await openSettings(page)).getByRole('button', { name: 'Activar' }).click();
  await expect(totalHelp(page)).toBeVisible();
});

async function openWizard(page: Page, vocero: Console): Promise<void> {
  await signIn(page, vocero, await vocero.createWorkspace('admin'));
  await page.goto(`${vocero.url}/nueva-campana`);
  await expect(page.getByLabel('Número de origen')).toBeEnabled();
  await expect(page.getByLabel('Agente', { exact: true })).toBeEnabled();
}

const nameLabel = (page: Page) => page.getByText('Nombre de la campaña', { exact: true });
const tip = (page: Page) => page.getByRole('tooltip');

test("a field's label opens its help, goes to its field, and describes it", async ({ page, vocero }) => {
  await openWizard(page, vocero);
  const field = page.getByLabel('Nombre de la campaña', { exact: true });
  await expect(field).toHaveAccessibleName('Nombre de la campaña');
  await expect(field).toHaveAccessibleDescription(/./);
  const text = await field.evaluate(
    (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  );
  await nameLabel(page).hover();
  await expect(tip(page)).toHaveText(text);
  await expectAccessible(page);
  await page.mouse.move(0, 0);
  await expect(tip(page)).toBeHidden();

  await nameLabel(page).click();
  await expect(field).toBeFocused();
  await page.keyboard.type('Otoño');
  await expect(tip(page)).toHaveText(text);
  await expect(field).toHaveValue('Otoño');
  await page.keyboard.press('Escape');
  await expect(tip(page)).toBeHidden();
  await expect(field).toBeFocused();

  await page.keyboard.press('F1');
  await expect(tip(page)).toHaveText(text);
  await expect(field).toBeFocused();
  // The tooltip belongs to the field and closes when the focus leaves.
  await page.keyboard.press('Tab');
  await expect(tip(page)).toBeHidden();
});

/** Names of the focused elements on pressing Tab, up to `last`. */
async function tabThrough(page: Page, last: string): Promise<string[]> {
  const names: string[] = [];
  while (names.at(-1) !== last && names.length < 40) {
    await page.keyboard.press('Tab');
    names.push(
      await page.evaluate<string>(
        '(document.activeElement.labels?.[0] ?? document.activeElement).innerText || document.activeElement.ariaLabel || ""',
      ),
    );
  }
  return names;
}

test('Tab goes from field to field, past the help of labels', async ({ page, vocero }) => {
  await openWizard(page, vocero);
  await page.getByLabel('Nombre de la campaña').focus();
  expect(await tabThrough(page, 'Siguiente')).toEqual([
    'Definición de éxito',
    'Número de origen',
    'Agente',
    'Siguiente',
  ]);

  await page.goto(`${vocero.url}/historial-llamadas`);
  await page.getByRole('button', { name: 'Filtro', exact: true }).click();
  await page.getByRole('option', { name: 'Período' }).click();
  const fields = page.getByRole('dialog').locator('label');
  await expect(fields.first()).toBeVisible();
  const labels = await fields.allInnerTexts();
  const [first = '', ...others] = labels;
  await page.getByRole('dialog').getByLabel(first, { exact: true }).focus();
  const names = await tabThrough(page, labels.at(-1) ?? '');
  // A date field's calendar button is a tab stop of its own.
  expect(names.filter((name) => name !== first && name !== 'Abrir el calendario')).toEqual(others);
});

test('F1 goes from one help to the next, also to those that Tab passes by', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await addPastCalls(vocero, workspace, 3);
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, 3);
  await page.goto(`${vocero.url}/historial-llamadas`);
  const head = page.getByRole('columnheader').getByRole('button', { name: 'Resultado' });
  await expect(head).toHaveAttribute('tabindex', '-1');
  // Under load the list is drawn before it listens to keys.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Buscar llamadas' })).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('F1');
  await expect(head).toBeFocused();
  await expect(tip(page)).toContainText('Qué se logró');
  await page.keyboard.press('Escape');
  await expect(tip(page)).toHaveCount(0);

  await page.goto(vocero.url);
  await expect(totalHelp(page)).toBeVisible();
  await page.getByLabel('Agente:').focus();
  await page.keyboard.press('F1');
  await expect(totalHelp(page)).toBeFocused();
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press('F1');
  await expect(main(page).getByRole('button', { name: 'Activas ahora' })).toBeFocused();
  await expect(panel(page)).toBeHidden();
});

test('Esc closes what was opened by a click, also before its code has come', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/help-popover.*\.js/, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(/help-popover.*\.js/);
  const answered = page.waitForResponse(/help-popover.*\.js/);
  await totalHelp(page).click();
  await asked;
  await expect(totalHelp(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(totalHelp(page)).toHaveAttribute('aria-expanded', 'false');
  release();
  await (await answered).finished();
  // The help's code is loaded now, so the next panel opens at once, and alone.
  await main(page).getByRole('button', { name: 'Duración promedio', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Duración promedio' })).toBeVisible();
});

test('the underline is there in forced colours, and gone while help is off', async ({ page, vocero }) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  const words = main(page).getByLabel('Resumen').getByText('Total de llamadas', { exact: true });
  const lookOf = () =>
    words.evaluate((element) => {
      const { textDecorationLine, textDecorationStyle, textDecorationColor, color } = getComputedStyle(element);
      return [textDecorationLine, textDecorationStyle, textDecorationColor === color];
    });
  expect(await lookOf()).toEqual(['underline', 'dotted', false]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await lookOf()).toEqual(['underline', 'dotted', true]);
  await page.emulateMedia({ forcedColors: 'none' });
  const settings = await openSettings(page);
  await settings.getByRole('switch', { name: 'Mostrar ayudas contextuales' }).click();
  await expect(totalHelp(page)).toHaveCount(0);
  expect((await lookOf())[0]).toBe('none');
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
  await page.keyboard.press('Escape');
  await (await openSettings(page)).getByRole('button', { name: 'Activar' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(totalHelp(page)).toBeVisible();
  await expectEasyToTap(page);
  for (const words of await main(page).locator('[data-help]').all()) {
    const { width = 0, height = 0 } = (await words.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  }
  await context.close();
});
