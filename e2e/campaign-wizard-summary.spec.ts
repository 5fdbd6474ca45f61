// Before sending: recipients left out and why, costs, retries, and a test call. None of them blocks sending.
import { addDays } from '../src/contract/calendar-days.ts';
import { report } from '../src/server/testing/call-reports.ts';
import { quietDayOf, quietMidnight } from '../src/server/testing/quiet-zone.ts';
import { unhindered } from '../src/server/testing/unhindered-dialing.ts';
import { askServer, chooseList, fillDetails, listCampaigns, writesArgentineNumbers } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, signIn, test } from './console-fixture.ts';
import { whenListed } from './past-calls.ts';
import { breakRequests } from './people-steps.ts';
import { pickAgent } from './pick-agent.ts';

const list = [
  'phone_number,name,saldo',
  '+5491145550201,Ana,100',
  '+541145550201,Ana otra vez,100',
  '+5491145550202,Luis,200',
  '+5491145550203,Eva,300',
].join('\n');

test('the summary tells who is left out and why before anything is sent, and sends without it too', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  const closed = { ...unhindered.callingWindow, enabled: true, from: '09:00', to: '10:00' };
  // The clock of the recipients' numbers, whatever the hour of the test.
  const settings = { callingWindow: closed, timeZone: 'America/Argentina/Buenos_Aires' };
  await askServer(page, '/api/settings', { method: 'PUT', body: settings });
  await askServer(page, '/api/do-not-call', { method: 'POST', body: { phoneNumber: '011 15-4555-0202' } });
  await fillDetails(page, vocero, 'Resumen vivo');
  await chooseList(page, list);
  await expect(page.getByText('1 número duplicado encontrado (se procesará solo una vez)')).toBeVisible();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('radio', { name: 'Programar' }).check();
  await page.getByLabel('Fecha').fill('2031-05-20');
  await page.getByLabel('Hora', { exact: true }).fill('22:30');

  const summary = page.getByRole('region', { name: 'Resumen' });
  const skipped = summary.getByRole('region', { name: 'No se llaman o esperan' });
  await expect(skipped).toContainText('Duplicados1');
  await expect(skipped).toContainText('En No Llamar1');
  await expect(skipped).toContainText('Fuera de horario2desde 21/05/2031 09:00');
  // Two recipients are left: one is repeated in the list, one is not to be called.
  await expect(summary).toContainText('US$ 0,10');
  await expect(summary).toContainText('Con valores de referencia');
  await page.getByLabel('Hora', { exact: true }).fill('09:30');
  await expect(skipped).not.toContainText('Fuera de horario');

  // A failed preflight does not prevent sending.
  const restore = await breakRequests(page, 'POST', /\/preflight$/);
  await page.getByLabel('Hora', { exact: true }).fill('09:40');
  await expect(skipped).toContainText('No se pudo revisar a quién se puede llamar. Puedes enviar igual.');
  await restore();
  await skipped.getByRole('button', { name: 'Reintentar' }).click();
  await expect(skipped).toContainText('En No Llamar1');

  await page.getByRole('checkbox', { name: 'Contestador' }).check();
  await page.getByLabel('Espera: Contestador').selectOption({ label: 'tras 1 día' });
  await page.getByRole('checkbox', { name: 'A otra hora del día: Contestador' }).check();
  await page.getByLabel('Agente después de un contestador').click();
  await page.getByRole('listbox', { name: 'Agente después de un contestador' }).getByRole('option').nth(2).click();
  await page.getByLabel('Llamadas por persona').selectOption({ label: 'Hasta 4 llamadas' });
  await page.getByLabel('Desde la primera').selectOption({ label: 'Hasta 7 días' });
  await expect(summary).toContainText('Contestador: 1, tras 1 día, a otra hora, con otro agente');
  await expect(summary).toContainText('Hasta 4 llamadas por persona, en 7 días');
  await page.getByRole('button', { name: 'Programar Campaña' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Programar' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  expect(await listCampaigns(page)).toEqual([
    expect.objectContaining({
      totalRecipients: 3,
      duplicateCount: 1,
      retryPolicy: { voicemail: { attempts: 1, delayMinutes: 1_440, otherHour: true, agentId: expect.any(String) } },
      retryLimits: { maxAttempts: 4, maxDays: 7 },
    }),
  ]);
});

test('whom none of the chosen numbers may call by the rules of their country is told before sending, and by the refusal', async ({
  page,
  vocero,
}) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await fillDetails(page, vocero, 'A Chile');
  await chooseList(page, `${list}\n+56221234567,Pía,10`);
  await page.getByRole('button', { name: 'Siguiente' }).click();
  const skipped = page.getByRole('region', { name: 'No se llaman o esperan' });
  await expect(skipped).toContainText('Sin número permitido: Chile1');
  await expectGoodAtBothWidths(page);
  await page.getByRole('button', { name: 'Enviar Ahora' }).click();
  const question = page.getByRole('alertdialog');
  const told = /\+56600 \(.*\) o con \+56809 .* Hay 1 persona de Chile en la lista\./;
  await expect(question).toContainText(told);
  await question.getByRole('button', { name: 'Llamar ahora' }).click();
  await expect(page.getByText(told).first()).toBeVisible();
  expect(await listCampaigns(page)).toEqual([]);
});

test('the version of a chosen agent is told before and after sending, and in a copy', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  await page.goto('/nueva-campana');
  await page.getByLabel('Nombre de la campaña', { exact: true }).fill('Con versión');
  await page.getByLabel('Definición de éxito', { exact: true }).fill('Acepta');
  await page.getByLabel('Número de origen', { exact: true }).selectOption({ index: 1 });
  const summary = page.getByRole('region', { name: 'Resumen' });
  const version = page.getByLabel('Versión del agente', { exact: true });
  // The number's own agent needs no version, because the binding has it.
  await expect(summary).toContainText('La versión asignada al número');
  await expect(version).toBeHidden();
  await pickAgent(page, 'Agente', 'Venta Fibra Óptica');
  // The agent's setting at the provider.
  await expect(page.getByText(/^Ante un contestador: (Corta|Deja un mensaje|No lo detecta).*\(v\d+\)$/)).toBeVisible();
  await expect(version).toHaveValue('latest_published');
  await expect(summary).toContainText('Versión publicada');
  await version.selectOption({ label: 'Otra…' });
  const number = page.getByLabel('N.º', { exact: true });
  await number.fill('');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(number).toBeFocused();
  await number.fill('999');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await chooseList(page, list);
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(summary).toContainText('Versión 999');
  await page.getByRole('button', { name: 'Enviar Ahora' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Llamar ahora' }).click();
  await expect(page.getByText('El agente Venta Fibra Óptica no tiene una versión 999.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Anterior' }).click();
  await page.getByRole('button', { name: 'Anterior' }).click();
  await number.fill('0');
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('button', { name: 'Siguiente' }).click();
  const weight = page.getByLabel('Peso', { exact: true });
  await expect(weight).toHaveValue('5');
  await weight.selectOption('8');
  await page.getByRole('button', { name: 'Enviar Ahora' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Llamar ahora' }).click();
  await expect(page).toHaveURL(/\/campana\/[0-9a-f-]{36}$/);
  const [campaign] = await listCampaigns(page);
  expect(campaign).toMatchObject({ agentVersion: 0, isNumbersAgent: false, weight: 8 });
  await page.goto('/historico-campanas');
  await page.getByText('Con versión').first().click();
  await expect(page.getByRole('dialog')).toContainText('Versión 0');
  await page.goto(`/nueva-campana?desde=${campaign?.id}`);
  await expect(number).toHaveValue('0');
  await expect(summary).toContainText('Versión 0');
});

test("a test call rings one's own phone as the campaign would, and shows the provider's refusal", async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  await writesArgentineNumbers(page);
  await fillDetails(page, vocero, 'Con prueba');
  await chooseList(page, list);
  await page.getByRole('button', { name: 'Siguiente' }).click();
  const number = page.getByRole('textbox', { name: 'Tu teléfono' });
  const place = page.getByRole('button', { name: 'Llamarme' });
  await number.fill('011 15-4555-0999');
  await place.click();
  await expect(page.getByText('Formato de teléfono inválido (debe ser como +549xxxxxxxxxx)')).toBeVisible();
  await page.getByRole('button', { name: 'Usar +5491145550999' }).click();
  await place.click();
  await expect(page.getByText('Retell está llamando al +54 9 11 4555-0999.')).toBeVisible();
  const [call] = vocero.simulator.placedCalls(workspace.key);
  expect(call?.to_number).toBe('+5491145550999');
  expect(vocero.simulator.call(workspace.key, call?.call_id ?? '')?.retell_llm_dynamic_variables).toMatchObject({
    saldo: '100',
  });

  // Every order fails until the fault is removed, because another test's campaign could use up a single one.
  vocero.simulator.setFaults({ createPhoneCall: { tooManyRequests: { probability: 1 } } });
  await place.click();
  await expect(page.getByRole('alert')).toContainText('Retell rechazó la llamada de prueba: «');
  vocero.simulator.setFaults({});

  await place.click();
  await page.getByRole('link', { name: 'Ver la llamada' }).click();
  await expect(page).toHaveURL(/\/call\//);
  await page.goBack();
  await expect(number).toHaveValue('+5491145550999');
  expect(await listCampaigns(page)).toEqual([]);
});

test('the question warns of a day or an hour when nobody dials here, and its end counts the retries', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('admin');
  await signIn(page, vocero, workspace);
  // A hundred and twenty calls of a minute and ten cents each, yesterday from 15:00 on; half were not answered.
  const yesterday = addDays(quietDayOf(Date.now()), -1);
  const firstMs = quietMidnight(Date.parse(`${yesterday}T12:00:00Z`)).getTime() + 15 * 3_600_000;
  const { ingest } = vocero.server.app.features.calls;
  await Promise.all(
    Array.from({ length: 120 }, (_, index) => {
      const isAnswered = index % 2 === 0;
      const call = {
        call_type: 'phone_call',
        direction: 'outbound',
        call_status: isAnswered ? 'ended' : 'not_connected',
        disconnection_reason: isAnswered ? 'user_hangup' : 'dial_no_answer',
        start_timestamp: firstMs + index * 1_000,
        end_timestamp: firstMs + index * 1_000 + (isAnswered ? 60_000 : 0),
        duration_ms: isAnswered ? 60_000 : 0,
        call_cost: { combined_cost: 10 },
      };
      return ingest.record(workspace.id, report('call_analyzed', call, `call_${workspace.id.slice(0, 8)}_${index}`));
    }),
  );
  await whenListed(vocero, page.request, 120);
  await fillDetails(page, vocero, 'Fuera de costumbre');
  await chooseList(page, list);
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await page.getByRole('radio', { name: 'Programar' }).check();
  const summary = page.getByRole('region', { name: 'Resumen' });
  const question = page.getByRole('alertdialog', { name: 'Llamar a 3 personas · US$ 0,30', exact: true });
  const ask = async (day: string, time: string) => {
    await page.getByLabel('Fecha').fill(day);
    await page.getByLabel('Hora', { exact: true }).fill(time);
    const [year, month, date] = day.split('-');
    await expect(summary).toContainText(`Programado ${date}/${month}/${year} ${time}`);
    await page.getByRole('button', { name: 'Programar Campaña' }).click();
    await expect(question).toContainText(`Empieza${date}/${month}/${year} ${time}`);
  };
  // The same weekday as yesterday.
  const usual = addDays(yesterday, 14);
  const [day, hour] = [
    'Este workspace casi no llama ese día de la semana.',
    'Este workspace casi no llama a esa hora.',
  ];
  for (const [date, time, warning] of [
    [usual, '03:30', hour],
    [addDays(usual, 1), '15:30', day],
    [usual, '15:30', null],
  ] as const) {
    await ask(date, time);
    for (const text of [day, hour]) await expect(question.getByText(text)).toBeVisible({ visible: text === warning });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Programar Campaña' })).toBeFocused();
  }
  await page.getByRole('checkbox', { name: 'Sin respuesta' }).check();
  await page.getByLabel('Espera: Sin respuesta').selectOption({ label: 'tras 1 día' });
  await page.getByRole('button', { name: 'Programar Campaña' }).click();
  const [year, month, date] = addDays(usual, 1).split('-');
  // The end is a minute later, or a day and another minute: retries among three people are random.
  const end = new RegExp(`Fin previstoentre el \\d+/\\d+/\\d+ 15:3\\d y el ${date}/${month}/${year} 15:3\\d`);
  await expect(question).toContainText(end);
  await expect(question).toContainText('El fin cuenta los reintentos y las otras campañas en curso');
  await expectGoodAtBothWidths(page);

  // The dry run shows the same end, and the calls by hour and day.
  await page.keyboard.press('Escape');
  const dryRun = page.getByRole('region', { name: 'Simulación' });
  await dryRun.getByRole('button', { name: 'Simular' }).click();
  await expect(dryRun).toContainText(end);
  await expect(dryRun).toContainText('Según tus llamadas recientes (60)');
  const first = dryRun.locator('details', { hasText: '3 personas' });
  await expect(first.getByRole('row', { name: '15:00 3 0', exact: true })).toBeVisible();
  const second = dryRun.locator('details', { hasText: `${date}/${month}/${year}` });
  await second.locator('summary').click();
  await expect(second.getByRole('row', { name: '15:00 0 2', exact: true })).toBeVisible();
  await expectGoodAtBothWidths(page);
  await page.getByRole('checkbox', { name: 'Sin respuesta', exact: true }).uncheck();
  await expect(dryRun).toContainText('Cambiaron los datos de la campaña desde la última simulación.');
  await dryRun.getByRole('button', { name: 'Simular de nuevo' }).click();
  await expect(dryRun).not.toContainText('Cambiaron');
  await expect(dryRun.locator('details')).toHaveCount(1);
  // The number may make two calls a day, so the third person is called on the next day.
  const { dialing } = await askServer<{ dialing: object }>(page, '/api/settings');
  const body = { dialing: { ...dialing, callsPerNumberPerDay: 2 } };
  await askServer(page, '/api/settings', { method: 'PUT', body });
  await dryRun.getByRole('button', { name: 'Simular de nuevo' }).click();
  await expect(dryRun.locator('details')).toHaveCount(2);
});

test('a dry run makes nothing up: without calls of its own, hours and end have no data', async ({ page, vocero }) => {
  await signIn(page, vocero, await vocero.createWorkspace('editor'));
  await fillDetails(page, vocero, 'Sin pasado');
  await chooseList(page, list);
  await page.getByRole('button', { name: 'Siguiente' }).click();
  const dryRun = page.getByRole('region', { name: 'Simulación' });
  await dryRun.getByRole('button', { name: 'Simular' }).click();
  await expect(dryRun).toContainText('Fin previstoSin datos');
  await expect(dryRun).toContainText('hacen falta 50 llamadas salientes con duración en 30 días');
  await expect(dryRun.locator('details')).toHaveCount(0);
  await expect(dryRun).toContainText(/\d+ libres de \d+/);
});
