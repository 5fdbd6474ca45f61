// The wizard's draft: kept through reloads and absences, deleted with its author's session, and never sent twice.
import type { Page } from '@playwright/test';
import { askServer, chooseList, createCampaign, fileInput, fillDetails, listCampaigns } from './campaign-steps.ts';
import { expect, signIn, test } from './console-fixture.ts';
import { addPerson } from './people-steps.ts';

const scheduled = { sendOption: 'scheduled', scheduledDate: '2031-05-20', scheduledTime: '10:30' } as const;

const name = (page: Page) => page.getByLabel('Nombre de la campaña', { exact: true });

async function fillSchedule(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('radio', { name: 'Programar' }).check();
  await page.getByLabel('Fecha').fill(scheduled.scheduledDate);
  await page.getByLabel('Hora', { exact: true }).fill(scheduled.scheduledTime);
}

/** Number of draft parts that the browser stores. */
const keptParts = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('vocero');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const counting = opening.result.transaction('kept-work').objectStore('kept-work').count();
      counting.onsuccess = () => { opening.result.close(); resolve(counting.result); };
    };
  })`);

test('everything typed and the recipients survive a reload and an absence; starting again forgets them', async ({
  page,
  vocero,
}) => {
  page.on('dialog', () => {
    throw new Error('nothing may be asked: the draft is kept');
  });
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await fillDetails(page, vocero, 'A medias');
  await fileInput(page).setInputFiles('examples/clientes.csv');
  await page.getByRole('button', { name: 'Omitir 3 filas con errores' }).click();
  await fillSchedule(page);
  await page.getByRole('checkbox', { name: 'Ocupado' }).check();
  await page.getByLabel('Intentos: Ocupado').selectOption({ label: '4 intentos' });
  await expect(page.getByText('Borrador guardado en este navegador')).toBeVisible();

  await page.reload();
  await expect(page.getByText(/^Recuperamos tu borrador del \d\d\/\d\d\/\d{4} \d\d:\d\d\.$/)).toBeVisible();
  await expect(page.getByLabel('Fecha')).toHaveValue(scheduled.scheduledDate.split('-').reverse().join('/'));
  await expect(page.getByLabel('Intentos: Ocupado')).toHaveValue('4');
  const summary = page.getByRole('region', { name: 'Resumen' });
  await expect(summary).toContainText('A medias');
  await expect(summary).toContainText('Filas omitidas3');
  await expect(summary).toContainText('Ocupado: 4, tras 15 min');

  await page.getByRole('link', { name: 'Histórico', exact: true }).click();
  await page
    .getByRole('navigation', { name: 'Navegación principal' })
    .getByRole('link', { name: 'Nueva Campaña' })
    .click();
  await expect(name(page)).toHaveValue('A medias');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(page.getByText('7 destinatarios válidos')).toBeVisible();

  await page.getByRole('button', { name: 'Empezar de nuevo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empezar de nuevo' }).click();
  await expect(name(page)).toHaveValue('');
  expect(await keptParts(page)).toBe(0);
  await page.reload();
  await expect(name(page)).toHaveValue('');
  await expect(page.getByText('Recuperamos tu borrador')).toHaveCount(0);
});

test("a draft is its workspace's and its person's alone, and signing out forgets it", async ({ page, vocero }) => {
  const first = await vocero.createWorkspace('editor');
  const second = await vocero.createWorkspace('editor');
  const username = `${first.username}-dos`;
  const userId = await addPerson(vocero, first, { username, role: 'editor' });
  await vocero.server.app.features.access.addMember(second.id, userId, 'editor');
  const who = { username, password: first.password };
  await signIn(page, vocero, who);
  await page.request.put(`/api/workspaces/${first.id}/switch`);
  await page.goto('/nueva-campana');
  await name(page).fill('Del primero');
  await expect(page.getByText('Borrador guardado en este navegador')).toBeVisible();

  await page.request.put(`/api/workspaces/${second.id}/switch`);
  await page.goto('/nueva-campana');
  await expect(name(page)).toHaveValue('');
  await page.request.put(`/api/workspaces/${first.id}/switch`);
  await page.goto('/nueva-campana');
  await expect(name(page)).toHaveValue('Del primero');

  // The session ends without signing out, and somebody else signs in.
  await page.context().clearCookies();
  await page.goto('/');
  await page.getByLabel('Usuario').fill(first.username);
  await page.getByLabel('Contraseña', { exact: true }).fill(first.password);
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click();
  await expect(page.getByText('Llamadas Activas').first()).toBeVisible();
  await expect.poll(() => keptParts(page)).toBe(0);

  await page.goto('/nueva-campana');
  await name(page).fill('Del otro');
  await expect(page.getByText('Borrador guardado en este navegador')).toBeVisible();
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible();
  await expect.poll(() => keptParts(page)).toBe(0);
});

test('a reload while it is sent makes no second campaign, and a changed draft is told from the one that was sent', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await fillDetails(page, vocero, 'Una sola vez');
  await chooseList(page, 'phone_number,name\n+5491145550199,Ana\n');
  await fillSchedule(page);
  const submit = page.getByRole('button', { name: 'Programar Campaña' });

  // The server accepts the request, but the answer never arrives.
  const taken = Promise.withResolvers<void>();
  await page.route(
    '**/api/campaigns',
    async (route) => {
      await route.fetch();
      taken.resolve();
    },
    { times: 1 },
  );
  await submit.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await taken.promise;
  await page.reload();
  await expect(page.getByText('El envío se interrumpió y no sabemos si la campaña se creó.')).toBeVisible();
  expect(await listCampaigns(page)).toHaveLength(1);

  await page.route(
    '**/api/campaigns',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await submit.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error al crear campaña' })).toContainText(
    'Error de conexión',
  );
  expect(await listCampaigns(page)).toHaveLength(1);

  // Another hour makes another campaign, while the key still belongs to the first.
  await page.getByLabel('Hora', { exact: true }).fill('11:45');
  await submit.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await expect(
    page.getByText('Un envío anterior de este borrador ya creó la campaña, con los datos que tenía entonces.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver en el Histórico' })).toHaveAttribute('href', '/historico-campanas');
  await page.getByRole('button', { name: 'Crear otra campaña con estos datos' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  expect(new Set((await listCampaigns(page)).map(({ scheduledTime }) => scheduledTime))).toEqual(
    new Set(['10:30', '11:45']),
  );
  await page.goto('/nueva-campana');
  await expect(name(page)).toHaveValue('');
});

test('a campaign is duplicated with its recipients and retries; an unfinished draft is not lost to it', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  const original = await createCampaign(page, 'Octubre', 3, {
    ...scheduled,
    retryPolicy: { no_answer: { attempts: 3, delayMinutes: 45 } },
  });
  await page.goto('/nueva-campana');
  await name(page).fill('Otra cosa');
  await expect(page.getByText('Borrador guardado en este navegador')).toBeVisible();

  await page.goto(`/nueva-campana?desde=${original.id}`);
  await expect(page.getByText('Tienes un borrador sin enviar')).toBeVisible();
  await page.getByRole('button', { name: 'Seguir con el borrador' }).click();
  await expect(name(page)).toHaveValue('Otra cosa');
  await expect(page).toHaveURL(`${vocero.url}/nueva-campana`);
  await page.goto(`/nueva-campana?desde=${original.id}`);
  await page.getByRole('button', { name: 'Descartar y abrir la campaña' }).click();
  await expect(page.getByText('Con los datos y los destinatarios de «Octubre».')).toBeVisible();
  await expect(name(page)).toHaveValue('Octubre (copia)');

  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(page.getByText('3 destinatarios válidos')).toBeVisible();
  await fillSchedule(page);
  await expect(page.getByLabel('Intentos: Sin respuesta')).toHaveValue('3');
  await expect(page.getByLabel('Espera: Sin respuesta')).toHaveValue('45');
  await page.reload();
  await page.getByRole('button', { name: 'Programar Campaña' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  const [copy] = await listCampaigns(page);
  expect(copy).toMatchObject({ name: 'Octubre (copia)', totalRecipients: 3, retryPolicy: original.retryPolicy });

  // Only a finished campaign knows who was not contacted.
  await page.goto(`/nueva-campana?desde=${original.id}&solo=no-contactados`);
  await expect(page.getByText('No se pudo duplicar la campaña.')).toBeVisible();
  await askServer(page, `/api/campaigns/${original.id}`, { method: 'PATCH', body: { status: 'completed' } });
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Con los destinatarios de «Octubre» que no se contactaron.')).toBeVisible();
});

test('where the browser keeps nothing, leaving asks before the draft is lost', async ({ page, vocero }) => {
  await page.addInitScript(`Object.defineProperty(window, 'indexedDB', { value: undefined })`);
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await page.goto('/nueva-campana');
  await name(page).fill('Sin memoria');
  await expect(
    page.getByText('Este navegador no puede guardar el borrador: si cierras la página se pierde.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Histórico', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: '¿Salir sin enviar?' });
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(name(page)).toHaveValue('Sin memoria');
  await page.getByRole('link', { name: 'Histórico', exact: true }).click();
  await question.getByRole('button', { name: 'Salir y perder el borrador' }).click();
  await expect(page).toHaveURL(`${vocero.url}/historico-campanas`);
});
