/**
 * Manual quality: scoring calls from the queue, its effect on figures, rights, the form, and input that is never lost.
 */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { QualityCallReview, QualityForm } from '../src/contract/quality.ts';
import { report } from '../src/server/testing/call-reports.ts';
import { formatGroupedPhoneNumber } from '../src/phone/numbering-plan.ts';
import {
  expect,
  expectAccessibleInBothThemes,
  expectGoodAtBothWidths,
  follow,
  signIn,
  test,
  type Console,
  type ConsoleWorkspace,
} from './console-fixture.ts';
import { addPerson, breakRequests } from './people-steps.ts';
import { whenListed } from './past-calls.ts';

interface Told {
  readonly id: string;
  readonly number: string;
  readonly sentiment?: string;
  readonly reached?: boolean;
  readonly agoHours?: number;
}

/** One call for each reason of the queue, in its order, and one that no person answered. */
const told: readonly Told[] = [
  { id: 'angry', number: '+5491100000001', sentiment: 'Negative' },
  { id: 'missed', number: '+5491100000002', reached: false },
  { id: 'plain', number: '+5491100000003', agoHours: 30 },
];
const machine = 'machine';

/** Reports analysed conversations to the console, the last of the day before today. @returns their ids here. */
async function tell(vocero: Console, { id: workspaceId }: ConsoleWorkspace): Promise<(id: string) => string> {
  // Call ids must be different in each workspace.
  const idOf = (id: string) => `${id}_${workspaceId.slice(0, 8)}`;
  const placed = {
    call_type: 'phone_call',
    direction: 'outbound',
    call_status: 'ended',
    agent_id: 'agent_q',
    from_number: '+541150000000',
  };
  const timesOf = (agoHours: number) => {
    const startMs = Date.now() - agoHours * 3_600_000;
    return { start_timestamp: startMs, end_timestamp: startMs + 60_000, duration_ms: 60_000 };
  };
  const words = [
    { role: 'agent', content: 'Hola, ¿hablo con Ana?', words: [{ word: 'Hola', start: 0.4, end: 2 }] },
    { role: 'user', content: 'Sí, soy yo.', words: [{ word: 'Sí', start: 3, end: 4 }] },
  ];
  const { ingest } = vocero.server.app.features.calls;
  for (const { id, number, sentiment = 'Neutral', reached = true, agoHours = 1 } of told) {
    const said = { transcript: 'Agent: Hola, ¿hablo con Ana?\nUser: Sí, soy yo.', transcript_object: words };
    const call_analysis = {
      call_summary: 'Se habló.',
      user_sentiment: sentiment,
      call_successful: reached,
      in_voicemail: false,
    };
    await ingest.record(
      workspaceId,
      report(
        'call_analyzed',
        {
          ...placed,
          ...timesOf(agoHours),
          ...said,
          to_number: number,
          disconnection_reason: 'user_hangup',
          call_analysis,
        },
        idOf(id),
      ),
    );
  }
  await ingest.record(
    workspaceId,
    report(
      'call_ended',
      { ...placed, ...timesOf(1), to_number: '+5491100000004', disconnection_reason: 'voicemail_reached' },
      idOf(machine),
    ),
  );
  return idOf;
}

interface Place {
  readonly workspace: ConsoleWorkspace;
  readonly idOf: (id: string) => string;
}

/** Creates a workspace with these calls, and signs its member in. */
async function furnish(page: Page, vocero: Console): Promise<Place> {
  const workspace = await vocero.createWorkspace('editor');
  const idOf = await tell(vocero, workspace);
  await signIn(page, vocero, workspace);
  await whenListed(vocero, page.request, told.length + 1);
  return { workspace, idOf };
}

async function readReview(request: APIRequestContext, callId: string): Promise<QualityCallReview | null> {
  return ((await (await request.get(`/api/calls/${callId}/review`)).json()) as { review: QualityCallReview | null })
    .review;
}

const readForm = async (request: APIRequestContext) =>
  (await (await request.get('/api/quality/form')).json()) as QualityForm;

/** The share of scored calls that passed, and their number. */
async function passRate(request: APIRequestContext): Promise<unknown> {
  const { qaPassRate } = (await (await request.get('/api/copc-metrics?timeRange=7d')).json()) as {
    qaPassRate: { value: number | null; n: number };
  };
  return { value: qaPassRate.value, n: qaPassRate.n };
}

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Evaluar llamada' });
const block = (page: Page): Locator => page.getByRole('region', { name: 'Evaluación de calidad' });
const answers = (page: Page): Locator => panel(page).getByRole('radiogroup');
const answer = (page: Page, place: number, name: string): Locator =>
  answers(page)
    .nth(place - 1)
    .getByRole('radio', { name, exact: true });
const saved = (page: Page): Locator => page.getByText('Evaluación guardada');
const criterion = (page: Page, place: number): Locator => page.getByLabel(`Criterio ${place}`, { exact: true });
const saveForm = (page: Page): Locator => page.getByRole('button', { name: 'Guardar formulario' });

test('an editor scores from the queue to the next call; the figures follow, also when it is edited and deleted', async ({
  page,
  vocero,
}) => {
  const { idOf } = await furnish(page, vocero);
  await page.goto('/revision-calidad');
  const groups = page.getByRole('list', { name: /Sentimiento negativo|Objetivo no cumplido|Muestra al azar/ });
  await expect(groups).toHaveCount(told.length);
  for (const [index, { number }] of told.entries())
    await expect(groups.nth(index).getByRole('link')).toContainText(formatGroupedPhoneNumber(number));
  const first = groups.first().getByRole('link');
  await expect(first).toContainText(/Agente nt_q.*1:00.*Negativo.*Objetivo cumplido/s);
  await first.click();
  await expect(page).toHaveURL(`/call/${idOf('angry')}?evaluar=1`);
  await expect(answers(page)).toHaveCount(6);

  // Answers by keys while reading, by pointer, and by the arrows of a group.
  await page.keyboard.press('s');
  await expect(answer(page, 1, 'Sí')).toBeChecked();
  await page.keyboard.press('s');
  await page.keyboard.press('a');
  await expect(answer(page, 3, 'No aplica')).toBeChecked();
  await answer(page, 4, 'Sí').click();
  await expect(panel(page)).toContainText('4 de 6 respondidas');
  await expect(panel(page).getByRole('status')).toContainText('100,0%');
  // Missing answers are marked, and nothing is sent.
  await panel(page).getByRole('button', { name: 'Guardar y siguiente' }).click();
  await expect(panel(page).getByRole('alert')).toHaveText('Falta responder 2 criterios.');
  await expect(answers(page).nth(4).getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('n');
  await page.keyboard.press('s');
  await expect(panel(page).getByRole('status')).toContainText('80,0%');
  await expect(panel(page).getByRole('status')).toContainText('Aprobada');
  await panel(page).getByLabel('Nota').fill('Apuró a la persona.');

  // An accidental reload loses nothing.
  await page.reload();
  await expect(panel(page)).toContainText('6 de 6 respondidas');
  await expect(panel(page).getByLabel('Nota')).toHaveValue('Apuró a la persona.');
  await expectGoodAtBothWidths(page);
  await page.setViewportSize({ width: 1366, height: 768 });

  // A failed save loses nothing either.
  const restore = await breakRequests(page, 'PUT', /\/review$/);
  await panel(page).getByRole('button', { name: 'Guardar y siguiente' }).click();
  await expect(panel(page).getByRole('alert')).toHaveText(
    'No se pudo guardar la evaluación. Lo que respondiste sigue aquí.',
  );
  await expect(answer(page, 5, 'No')).toBeChecked();
  await restore();
  await panel(page).getByRole('button', { name: 'Guardar y siguiente' }).click();
  await expect(page).toHaveURL(`/call/${idOf('missed')}?evaluar=1`);
  await expect(saved(page)).toBeVisible();
  await expect(panel(page)).toContainText('0 de 6 respondidas');
  expect(await readReview(page.request, idOf('angry'))).toMatchObject({
    score: 80,
    passed: true,
    note: 'Apuró a la persona.',
    intentAccuracy: null,
  });
  await expect.poll(() => passRate(page.request)).toEqual({ value: 100, n: 1 });

  // The second call does not pass, because its critical criterion fails.
  for (const key of 'snssss') await page.keyboard.press(key);
  await expect(panel(page).getByRole('status')).toContainText('No aprobada');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(`/call/${idOf('plain')}?evaluar=1`);
  await expect.poll(() => passRate(page.request)).toEqual({ value: 50, n: 2 });

  // Corrected, the call passes. Deleted, its review counts no more.
  await follow(page, `/call/${idOf('missed')}`);
  await expect(block(page)).toContainText('Falló un criterio crítico.');
  await block(page).getByRole('button', { name: 'Editar' }).click();
  await answer(page, 2, 'Sí').click();
  await panel(page).getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(block(page)).toContainText(/100,0%\s*Aprobada/);
  await expect.poll(() => passRate(page.request)).toEqual({ value: 100, n: 2 });
  await block(page).getByRole('button', { name: 'Eliminar' }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Eliminar la evaluación?' });
  await expect(dialog).toContainText('vuelve a contar lo que diga el análisis de la llamada');
  await dialog.getByRole('button', { name: 'Eliminar evaluación' }).click();
  await expect(block(page)).toContainText('Sin evaluar');
  await expect(block(page).getByRole('button', { name: 'Evaluar llamada' })).toBeVisible();
  await expect.poll(() => passRate(page.request)).toEqual({ value: 100, n: 1 });

  // Nobody answered the call, so it can't be scored.
  await follow(page, `/call/${idOf(machine)}?evaluar=1`);
  await expect(page.getByRole('region', { name: 'Datos de la llamada' })).toContainText(idOf(machine));
  await expect(block(page)).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
});

test('on a phone scoring opens at the form, its end in sight, and a failed critical criterion is said at once, by keyboard alone', async ({
  page,
  vocero,
}) => {
  const { idOf } = await furnish(page, vocero);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/call/${idOf('missed')}?evaluar=1`);
  await expect(answers(page)).toHaveCount(6);
  await expect(panel(page).getByRole('heading', { name: 'Evaluar llamada' })).toBeInViewport();
  await expect(panel(page).getByRole('button', { name: 'Guardar', exact: true })).toBeInViewport();
  await page.keyboard.press('s');
  await expect(panel(page).getByRole('alert')).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(panel(page).getByRole('alert')).toHaveText(
    'Falló un criterio crítico: no aprueba, aunque el resto se cumpla.',
  );
  await expect(panel(page).getByRole('alert')).toBeInViewport();
  await expectAccessibleInBothThemes(page);
});

test('an operator sees the queue and what was scored, and scores nothing', async ({ page, vocero }) => {
  const { workspace, idOf } = await furnish(page, vocero);
  const { version, criteria } = await readForm(page.request);
  const all = Object.fromEntries(criteria.map(({ id }) => [id, 'yes']));
  const put = await page.request.put(`/api/calls/${idOf('angry')}/review`, {
    data: { formVersion: version, answers: all, note: 'Muy bien.' },
  });
  expect(put.ok()).toBe(true);
  const username = `${workspace.username}-mira`;
  await addPerson(vocero, workspace, { username, role: 'operator' });
  await page.context().clearCookies();
  await signIn(page, vocero, { username, password: workspace.password });
  await page.goto('/revision-calidad?vista=formulario');
  await expect(page.getByText('Evalúan las llamadas quienes tienen el rol Editor o Administrador.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByLabel('Resumen de la revisión')).toContainText(/Propuestas.*2.*Evaluadas en 7 días.*1/s);
  await page.getByRole('link', { name: formatGroupedPhoneNumber(told[1]?.number ?? '') }).click();
  await expect(page).toHaveURL(`/call/${idOf('missed')}`);
  await expect(block(page)).toContainText('Nadie evaluó esta llamada todavía.');
  await expect(block(page).getByRole('button')).toHaveCount(0);
  await follow(page, `/call/${idOf('angry')}?evaluar=1`);
  await expect(block(page)).toContainText(/100,0%\s*Aprobada/);
  await expect(block(page)).toContainText('Muy bien.');
  await expect(block(page).getByRole('button')).toHaveCount(0);
  await expect(panel(page)).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
});

test('the form is edited by keyboard, and says what is wrong', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  await page.goto('/revision-calidad?vista=formulario');
  const before = await readForm(page.request);
  await expect(saveForm(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Agregar criterio' }).press('Enter');
  await expect(criterion(page, 7)).toBeFocused();
  await page.getByLabel('Una llamada aprueba desde').fill('0');
  await saveForm(page).click();
  await expect(page.getByText('Escribe un número entero de 1 a 100')).toBeVisible();
  await expect(page.getByText('Escribe el criterio', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Una llamada aprueba desde')).toBeFocused();
  await expectGoodAtBothWidths(page);
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.getByLabel('Una llamada aprueba desde').fill('90');
  await criterion(page, 7).fill('Ofrece otra forma de pago');
  await page.getByLabel('Qué mide el criterio 7').selectOption('Guion');
  await page.getByLabel('El criterio 7 es crítico').check();
  await page.getByRole('button', { name: 'Subir el criterio 7' }).press('Enter');
  // The button moved with its row, and kept the focus.
  await expect(page.getByRole('button', { name: 'Subir el criterio 6' })).toBeFocused();
  await expect(criterion(page, 6)).toHaveValue('Ofrece otra forma de pago');
  await page.getByRole('button', { name: 'Quitar el criterio 1' }).press('Enter');
  await expect(criterion(page, 1)).toBeFocused();
  await saveForm(page).click();
  await expect(page.getByText('Formulario guardado')).toBeVisible();
  const after = await readForm(page.request);
  expect(after).toMatchObject({ version: 1, passPercent: 90 });
  const kept = before.criteria.slice(1);
  expect(after.criteria.map(({ text }) => text)).toEqual([
    ...kept.slice(0, -1).map(({ text }) => text),
    'Ofrece otra forma de pago',
    kept.at(-1)?.text,
  ]);
  expect(after.criteria.at(-2)).toMatchObject({ part: 'script', critical: true });

  // Somebody else saves while the form is being changed.
  await criterion(page, 1).fill('Lo que escribí');
  await page.getByRole('tab', { name: 'Por revisar' }).click();
  await page.getByRole('tab', { name: /Formulario.*con cambios sin guardar/ }).click();
  await expect(criterion(page, 1)).toHaveValue('Lo que escribí');
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const dialog = page.getByRole('alertdialog', { name: '¿Salir sin guardar?' });
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect(criterion(page, 1)).toHaveValue('Lo que escribí');
});

test('two people edit the form: the second one keeps what they typed, sees what is saved, and chooses', async ({
  page,
  browser,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  const username = `${workspace.username}-otra`;
  await addPerson(vocero, workspace, { username, role: 'editor' });
  const context = await browser.newContext({ baseURL: vocero.url });
  const other = await context.newPage();
  await signIn(page, vocero, workspace);
  await signIn(other, vocero, { username, password: workspace.password });
  for (const each of [page, other]) await each.goto('/revision-calidad?vista=formulario');
  await criterion(page, 1).fill('Lo que escribí');
  const passPercent = (of: Page) => of.getByLabel('Una llamada aprueba desde');
  const saveOther = async (percent: string) => {
    await passPercent(other).fill(percent);
    await saveForm(other).click();
    await expect(other.getByText('Sin cambios', { exact: true })).toBeVisible();
  };
  await saveOther('75');
  const { criteria } = await readForm(page.request);
  await saveForm(page).click();
  const notice = page.getByRole('status').filter({ hasText: 'Otra persona guardó el formulario' });
  await expect(notice.getByRole('listitem')).toHaveText([
    'Una llamada aprueba desde. Guardado ahora: 75%',
    new RegExp(`^Criterio 1. Guardado ahora: ${criteria[0]?.text} · `),
  ]);
  await expect(criterion(page, 1)).toHaveValue('Lo que escribí');
  await expect(saveForm(page)).toBeDisabled();
  await expectGoodAtBothWidths(page);
  await notice.getByRole('button', { name: 'Guardar lo mío' }).click();
  await expect(notice).toBeHidden();
  expect(await readForm(page.request)).toMatchObject({
    version: 2,
    criteria: [{ text: 'Lo que escribí' }, {}, {}, {}, {}, {}],
  });

  await other.reload();
  await expect(criterion(other, 1)).toHaveValue('Lo que escribí');
  await criterion(page, 1).fill('Otra vez lo mío');
  await saveOther('60');
  await context.close();
  await saveForm(page).click();
  await notice.getByRole('button', { name: 'Usar lo guardado' }).click();
  await expect(passPercent(page)).toHaveValue('60');
  await expect(criterion(page, 1)).toHaveValue('Lo que escribí');
  await expect(page.getByText('Sin cambios', { exact: true })).toBeVisible();
});

test('another form while somebody scores keeps the answers that still have their criterion', async ({
  page,
  vocero,
}) => {
  const { idOf } = await furnish(page, vocero);
  const form = await readForm(page.request);
  await page.goto(`/call/${idOf('angry')}?evaluar=1`);
  await expect(answers(page)).toHaveCount(6);
  for (const key of 'ssssss') await page.keyboard.press(key);
  const criteria = [...form.criteria.slice(1), { id: 'nuevo', text: 'Ofrece ayuda', part: 'quality', critical: false }];
  expect((await page.request.put('/api/quality/form', { data: { ...form, criteria } })).ok()).toBe(true);
  await panel(page).getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(panel(page)).toContainText('El formulario cambió.');
  await expect(panel(page)).toContainText('5 de 6 respondidas');
  await answer(page, 6, 'No').click();
  await panel(page).getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(block(page)).toContainText(/83,3%\s*Aprobada/);
  await expect(block(page)).toContainText('Ofrece ayuda');
  expect(await readReview(page.request, idOf('angry'))).toMatchObject({
    form: { version: 1 },
    answers: { nuevo: 'no' },
  });

  // A review closed without saving waits here, and can be discarded.
  await block(page).getByRole('button', { name: 'Editar' }).click();
  await answer(page, 1, 'No').click();
  // A colleague saves first: a person who goes on knows what saving would replace.
  const review = await readReview(page.request, idOf('angry'));
  const data = { formVersion: 1, answers: review?.answers, note: 'La mía' };
  expect((await page.request.put(`/api/calls/${idOf('angry')}/review`, { data })).ok()).toBe(true);
  await expect(panel(page)).toContainText('Si guardas, tu evaluación reemplaza la suya.');
  await panel(page).getByRole('button', { name: 'Cerrar' }).click();
  await expect(block(page)).toContainText('La mía');
  await expect(block(page)).toContainText('Tienes una evaluación sin terminar.');
  await block(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(block(page).getByRole('button', { name: 'Continuar evaluación' })).toHaveCount(0);
});

test('without conversations the queue says so; once all are scored it says that', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  await page.goto('/revision-calidad');
  await expect(page.getByText('Todavía no hay llamadas para revisar')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ver el historial de llamadas' })).toBeVisible();
  const idOf = await tell(vocero, workspace);
  // The first review appears by itself.
  await expect(page.getByRole('link', { name: 'Evaluar la primera' })).toBeVisible();
  const { version, criteria } = await readForm(page.request);
  const data = { formVersion: version, answers: Object.fromEntries(criteria.map(({ id }) => [id, 'yes'])), note: null };
  for (const { id } of told)
    expect((await page.request.put(`/api/calls/${idOf(id)}/review`, { data })).ok()).toBe(true);
  await expect(
    page.getByText('Se evaluaron 3 llamadas en los últimos siete días y no queda ninguna por revisar.'),
  ).toBeVisible();
});
