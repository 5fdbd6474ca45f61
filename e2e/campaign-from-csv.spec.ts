// From a file saved by Excel in Spanish to calls placed once each, in a real browser.
import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  askServer,
  chooseList,
  expectAccounted,
  fileInput,
  fillDetails,
  listCampaigns,
  writesArgentineNumbers,
} from './campaign-steps.ts';
import { expect, expectAccessibleInBothThemes, expectFits, signIn, test } from './console-fixture.ts';
import { agentName } from './pick-agent.ts';

test('examples/clientes.csv becomes a campaign that accounts for each row and calls nobody twice', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  await writesArgentineNumbers(page);
  await page.goto(`${vocero.url}/nueva-campana`);
  const next = page.getByRole('button', { name: 'Siguiente' });
  await expect(page.getByRole('heading', { name: 'Crear Nueva Campaña' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Anterior' })).toBeDisabled();
  // The button can be pressed, and leads to the missing input.
  await next.click();
  await expect(page.getByLabel('Nombre de la campaña', { exact: true })).toBeFocused();
  await page.getByLabel('Nombre de la campaña', { exact: true }).fill('Renovación de noviembre');
  await page.getByLabel('Definición de éxito', { exact: true }).fill('El cliente acepta renovar.');
  await next.click();
  await expect(page.getByLabel('Número de origen', { exact: true })).toBeFocused();
  await expect(page.getByText('Falta completar: número de origen, agente.')).toBeVisible();
  await page.getByLabel('Número de origen', { exact: true }).selectOption({ index: 1 });
  const [number] = await askServer<{ outbound_agent_id: string }[]>(page, '/api/retell/phone-numbers');
  await expect(page.getByLabel('Agente', { exact: true })).toHaveText(await agentName(page, number?.outbound_agent_id));
  await next.click();

  await next.click();
  await expect(page.getByText('Elegir archivo', { exact: true })).toBeFocused();
  await fileInput(page).setInputFiles('examples/clientes.csv');
  await expect(page.getByText('7 destinatarios válidos')).toBeVisible();
  await expect(page.getByText('1 número duplicado encontrado (se procesará solo una vez)')).toBeVisible();
  const errors = page.getByRole('region', { name: '3 filas con errores' });
  await expect(errors.getByRole('listitem')).toHaveText([
    /^Fila 7: Formato de teléfono inválido \(debe ser como \+54xxxxxxxxxx\)/,
    /^Fila 9: Excel dañó este número \(5,49E\+12\): /,
    'Fila 10: Nombre del cliente es obligatorio',
  ]);
  await expect(page.getByRole('cell', { name: 'Ñandú Viajes SRL' })).toBeVisible();
  await next.click();
  await expect(page.getByRole('textbox', { name: 'phone_number, fila 7' })).toBeFocused();
  await page.getByRole('button', { name: 'Omitir 3 filas con errores' }).click();
  const summary = page.getByRole('region', { name: 'Resumen' });
  await expect(summary).toContainText('US$ 0,35');
  await expect(summary).toContainText('1 min');
  await next.click();

  await page.getByRole('button', { name: 'Enviar Ahora' }).dblclick();
  const asks = page.getByRole('alertdialog', { name: 'Llamar a 7 personas · US$ 0,35 (de referencia)', exact: true });
  await expect(asks).toContainText('Fin previstoEn 1 min (de referencia)');
  await asks.getByRole('button', { name: 'Llamar ahora' }).dblclick();
  await expect(page.getByText('Campaña creada exitosamente')).toBeVisible();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);

  await page.goto(`${vocero.url}/historico-campanas`);
  const card = page.getByRole('article', { name: 'Renovación de noviembre' });
  await expect(card.getByText('Completado', { exact: true })).toBeVisible();
  await expect(card).toContainText('7 de 7 con resultado');
  await expect(card).toContainText('Terminadas7');
  await expect(card).toContainText('Duplicados1');
  await expect(card).toContainText('Filas omitidas3');

  const campaigns = await listCampaigns(page);
  expect(campaigns).toHaveLength(1);
  const [campaign] = campaigns;
  if (!campaign) throw new Error('no campaign');
  expect(campaign).toMatchObject({
    totalRecipients: 7,
    sentCount: 7,
    liveCount: 0,
    duplicateCount: 1,
    rejectedCount: 3,
  });
  expectAccounted(campaign);

  const placed = vocero.simulator.placedCalls(workspace.key);
  expect(placed.map(({ to_number }) => to_number).toSorted()).toEqual([
    '+5491145550101',
    '+5491145550102',
    '+5491145550111',
    '+5492235550103',
    '+5493415550107',
    '+5493515550104',
    '+5493815550110',
  ]);
  const names = placed.map(
    ({ call_id }) => vocero.simulator.call(workspace.key, call_id)?.retell_llm_dynamic_variables?.['customer_name'],
  );
  expect(new Set(names)).toEqual(
    new Set([
      'María Núñez',
      'José Ibáñez',
      'Ñandú Viajes SRL',
      'Lucía Fernández',
      'Sofía Peña',
      'Ángela Muñoz',
      'Iván Quiñones',
    ]),
  );
});

test('an answer lost on the way loses nothing typed, and the second click makes no second campaign', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  await fillDetails(page, vocero, 'Una sola vez');
  await chooseList(page, 'phone_number,name\n+5491145550199,Ana\n');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.route(
    '**/api/campaigns',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Enviar Ahora' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Llamar ahora' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error al crear campaña' })).toContainText(
    'Error de conexión',
  );
  // This part uses only the keyboard.
  await page.getByRole('button', { name: 'Enviar Ahora' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: /^Llamar a 1 persona · US/ })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  expect(await listCampaigns(page)).toHaveLength(1);
  await expect.poll(() => vocero.simulator.placedCalls(workspace.key).length).toBe(1);
});

test('rows pasted from a spreadsheet can be sent later', async ({ page, context, vocero }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  await fillDetails(page, vocero, 'Para mañana');
  const copied = 'Phone Number\tCliente\tSaldo\n+5491145550101\tMaría Núñez\t"1.234,50"\n+5491145550102\tJosé\t10\n';
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(copied)})`);
  await page.getByRole('button', { name: 'Pegar de una planilla' }).click();
  await expect(page.getByText('Datos pegados correctamente')).toBeVisible();
  await expect(page.getByText('2 destinatarios válidos')).toBeVisible();
  await page.getByRole('button', { name: 'Siguiente' }).click();

  await page.getByRole('radio', { name: 'Programar' }).check();
  const submit = page.getByRole('button', { name: 'Programar Campaña' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Fecha').fill('2031-05-20');
  await expect(submit).toBeDisabled();
  await page.getByLabel('Hora', { exact: true }).fill('10:30');
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Programado 20/05/2031 10:30');
  await submit.click();
  // A person who goes elsewhere during the sending stays there.
  const held = Promise.withResolvers<void>();
  await page.route(
    '**/api/campaigns',
    async (route) => {
      await held.promise;
      await route.continue();
    },
    { times: 1 },
  );
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/campaigns'),
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await sent;
  await page.getByRole('link', { name: 'Histórico', exact: true }).click();
  held.resolve();
  await expect(page.getByText('Campaña creada exitosamente')).toBeVisible();
  const card = page.getByRole('article', { name: 'Para mañana' });
  await expect(card).toContainText('Programado');
  await expect(card.getByText(/^Creada \d{2}\/\d{2}\/\d{4}$/)).toBeVisible();
  await expect(card.getByText('Programada para 20/05/2031 10:30')).toBeVisible();
  await expect(page).toHaveURL(/\/historico-campanas$/);
  expect(vocero.simulator.placedCalls(workspace.key)).toEqual([]);
});

test('a file without the required columns says which; corrected and chosen again, it reads', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await fillDetails(page, vocero, 'Columnas');
  const choose = (text: string) =>
    fileInput(page).setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose('telefono;nombre\n1;2\n');
  await expect(page.getByText('Falta la columna obligatoria: phone_number o phone number')).toBeVisible();
  await expect(
    page.getByText('Falta la columna obligatoria: customer_name, customer name, name o cliente'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(page.getByLabel('Columna del teléfono', { exact: true })).toBeFocused();
  await choose('phone_number;cliente\n+5491145550101;Ana\nmal;Luis\n');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Descargar filas con errores' }).click();
  expect((await download).suggestedFilename()).toBe('filas-con-errores.csv');
  await page.getByRole('button', { name: 'Omitir 1 fila con errores' }).click();
  await expect(page.getByText('Falta omitir o corregir las filas con errores.')).toBeHidden();
  const template = page.getByRole('link', { name: 'Descargar plantilla' });
  await expect(template).toHaveAttribute('target', '_blank');
  expect(await (await page.request.get(`${vocero.url}${await template.getAttribute('href')}`)).text()).toContain(
    '"phone_number";"customer_name"',
  );
});

test.describe('a file of 50 MB', () => {
  let folder = '';
  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-csv-'));
    const columns = Array.from({ length: 40 }, (_, index) => `columna ${index}`);
    const file = await open(path.join(folder, 'grande.csv'), 'w');
    await file.write(`phone_number;cliente;${columns.join(';')}\n`);
    const cells = columns.map((_, index) => `"Texto con acentos áéí; y ${'más '.repeat(18)}${index}"`).join(';');
    for (let row = 0; row < 10_000; row += 1) await file.write(`+5411${40_000_000 + row};Ana Ñandú;${cells}\n`);
    // Padded exactly to the limit by a last row of spaces, which counts as empty.
    const { size } = await file.stat();
    await file.write(' '.repeat(50 * 1024 * 1024 - size));
    await file.close();
  });
  test.afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is read in a worker, shows its progress, can be cancelled, and survives a reload', async ({ page, vocero }) => {
    await signIn(page, vocero, await vocero.createWorkspace('editor'));
    await fillDetails(page, vocero, 'Lista grande');
    const startsReader = () => page.waitForEvent('worker', (worker) => worker.url().includes('csv-worker'));

    const first = startsReader();
    await fileInput(page).setInputFiles(path.join(folder, 'grande.csv'));
    const reader = await first;
    await expect(page.getByRole('progressbar', { name: 'Leyendo grande.csv' })).toBeVisible();
    const ends = reader.waitForEvent('close');
    await page.getByRole('button', { name: 'Cancelar lectura' }).click();
    await ends;
    await expect(page.getByText('Arrastra aquí un archivo CSV o Excel (.xlsx)')).toBeVisible();

    await fileInput(page).setInputFiles(path.join(folder, 'grande.csv'));
    await expect(page.getByText('10.000 destinatarios válidos')).toBeVisible();
    await expect(page.getByText('Borrador guardado en este navegador')).toBeVisible();
    await page.reload();
    await expect(page.getByText('10.000 destinatarios válidos')).toBeVisible();
  });
});

test(`recipients and schedule are accessible and fit 360 pixels`, async ({ page, vocero }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await writesArgentineNumbers(page);
  // Step 1 is tested by every-screen.spec.ts.
  await fillDetails(page, vocero, 'Angosta');
  await fileInput(page).setInputFiles('examples/otro-encabezado.csv');
  await expect(page.getByRole('region', { name: 'Elige las columnas' })).toBeVisible();
  await expectFits(page);
  await fileInput(page).setInputFiles('examples/clientes.csv');
  await page.getByRole('button', { name: 'Omitir 3 filas con errores' }).click();
  await expect(page.getByRole('button', { name: 'Agregar +54 a 1 (fijos)' })).toBeVisible();
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('checkbox', { name: 'Sin respuesta' }).check();
  await page.getByRole('radio', { name: 'Programar' }).check();
  await page.getByLabel('Fecha').fill('2020-01-01');
  await page.getByLabel('Hora', { exact: true }).fill('10:00');
  await expect(page.getByText('Esa fecha y hora ya pasaron.')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Programar Campaña' })).toBeDisabled();
  await expectFits(page);
  await expectAccessibleInBothThemes(page);
  // The browser's back goes one step back, with all input kept.
  await page.goBack();
  await expect(page.getByText('7 destinatarios válidos')).toBeVisible();
});
