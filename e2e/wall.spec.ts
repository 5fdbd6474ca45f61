// The dashboard on a wall: large, without what is for hands, and by itself for as long as its session lasts.
import { addPastCalls, whenListed } from './past-calls.ts';
import { createCampaign, ownerOf } from './campaign-steps.ts';
import { expect, expectAccessibleInBothThemes, expectFits, openDashboard, test } from './console-fixture.ts';

test('the wall is opened from the user menu, is large, stands again after a reload, and Esc leaves it', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await addPastCalls(vocero, workspace, 30);
  await openDashboard(page, vocero, ownerOf(workspace));
  await whenListed(vocero, page.request, 30);
  await createCampaign(page, 'Otoño', 3, {
    sendOption: 'scheduled',
    scheduledDate: '2099-12-01',
    scheduledTime: '10:30',
  });
  const figure = page.getByRole('region', { name: 'Resumen' }).getByText('30', { exact: true });
  const sizeOf = async () => Number.parseFloat(await figure.evaluate((element) => getComputedStyle(element).fontSize));
  await expect(figure).toBeVisible();
  const before = await sizeOf();

  await page.getByRole('button', { name: /^Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Ver en un mural' }).click();
  await expect(page).toHaveURL(/\/\?mural=1$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Mural' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toHaveCount(0);
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(sizeOf).toBeGreaterThan(1.7 * before);
  await expect(page.getByText('Volumen de Llamadas')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await expectFits(page);

  // Whoever opens the address gets it too.
  await page.reload();
  await expect(figure).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Navegación principal' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset['wall'])).toBeUndefined();
});
