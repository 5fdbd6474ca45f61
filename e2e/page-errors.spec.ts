// The page's CSP, and that a test fails on errors which the screen does not show.
import type { Page } from '@playwright/test';
import { expect, openDashboard, test } from './console-fixture.ts';

async function openLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Iniciar Sesión' }).waitFor();
}

const appended = (tag: string, properties: object) =>
  `document.head.append(Object.assign(document.createElement('${tag}'), ${JSON.stringify(properties)}))`;

test('what is not ours is forbidden, and every error is heard', async ({ page, browser, vocero, pageErrors }) => {
  await openLogin(page);
  expect(pageErrors).toEqual([]);
  for (const [planted, expected] of [
    [appended('style', { textContent: 'p { color: red }' }), 'CSP: style-src-elem inline'],
    ["document.body.setAttribute('style', 'color: red')", 'CSP: style-src-attr inline'],
    ["document.body.innerHTML = ''", 'CSP: require-trusted-types-for trusted-types-sink'],
    ["new Worker('/theme.js')", 'CSP: require-trusted-types-for trusted-types-sink'],
    ["trustedTypes.createPolicy('planted', {})", 'CSP: trusted-types trusted-types-policy'],
    // The console does not report caught errors.
    ["setTimeout('planted')", 'CSP: require-trusted-types-for trusted-types-sink'],
    ["new Image().src = 'https://example.com/planted.png'", 'CSP: img-src https://example.com/planted.png'],
    ["fetch('https://example.com/planted')", 'CSP: connect-src https://example.com/planted'],
    ["console.error('planted')", 'planted'],
    ["queueMicrotask(() => { throw new Error('planted') })", 'Error: planted'],
  ] as const) {
    await page.evaluate(`(() => { try { ${planted} } catch {} })()`);
    await expect.poll(() => pageErrors, { message: planted }).toContainEqual(expect.stringContaining(expected));
    pageErrors.length = 0;
  }
  const elsewhere = await browser.newContext({ baseURL: vocero.url });
  await (await elsewhere.newPage()).evaluate("console.error('planted')");
  await expect.poll(() => pageErrors).toEqual(['planted']);
  pageErrors.length = 0;
  await elsewhere.close();
});

test.fail('a test that leaves an error fails', async ({ page }) => {
  await openLogin(page);
  await page.evaluate("console.error('planted')");
});

test('the styles that libraries bring as they run hold: toasts lie over the page, a dialog holds its scrolling', async ({
  page,
  vocero,
}) => {
  await openDashboard(page, vocero, await vocero.createWorkspace('operator'));
  await page.getByRole('button', { name: /^Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Sesiones' }).click();
  const dialog = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Cerrar las otras sesiones' }).click();
  await expect(dialog).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  await dialog.getByRole('button', { name: 'Cerrar las otras sesiones' }).click();
  await expect(page.locator('[data-toaster]')).toHaveCSS('position', 'fixed');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.locator('body')).not.toHaveCSS('overflow', 'hidden');
});
