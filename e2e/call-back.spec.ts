/** A call-back on a call's page and in its recipient's row: promised in the call, changed, cancelled, set by hand. */
import { askServer, createCampaign, listCampaigns } from './campaign-steps.ts';
import { expect, expectAccessibleInBothThemes, expectFits, signIn, test } from './console-fixture.ts';

const numbers = ['+5491155550201', '+5491155550202'];
const recipients = numbers.map((phone_number) => ({ phone_number, customer_name: 'Ana Núñez' }));

test('shows when somebody is called back; editors change it, cancel it and set it by hand', async ({
  page,
  vocero,
}) => {
  const workspace = await vocero.createWorkspace('editor');
  await signIn(page, vocero, workspace);
  vocero.simulator.forceOutcome('user_hangup', numbers[0]);
  vocero.simulator.forceOutcome('dial_no_answer', numbers[1]);
  // One recipient waits for another attempt, so that the campaign has not ended.
  const retryPolicy = { no_answer: { attempts: 1, delayMinutes: 600 } };
  const { id } = await createCampaign(page, 'Cobranzas', 2, { recipients, retryPolicy });
  await expect
    .poll(async () => (await listCampaigns(page))[0])
    .toMatchObject({ retryingCount: 1, liveCount: 0, sentCount: 2 });
  const [{ callId }] = (
    await askServer<{ attempts: { callId: string }[] }[]>(page, `/api/campaigns/${id}/recipients`)
  ).flatMap(({ attempts }) => attempts) as [{ callId: string }];

  await page.goto(`${vocero.url}/call/${callId}`);
  await page.getByRole('button', { name: 'Volver a llamar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Volver a llamar' });
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Indica fecha y hora.')).toBeVisible();
  await dialog.getByLabel('Fecha', { exact: true }).fill('01/02/2020');
  await dialog.getByLabel('Hora', { exact: true }).fill('10:30');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog.getByText('Elige un momento que no haya pasado')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const soon = new Date(Date.now() + 3 * 86_400_000);
  const [year, month, day] = soon.toISOString().slice(0, 10).split('-');
  await dialog.getByLabel('Fecha', { exact: true }).fill(`${day}/${month}/${year}`);
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(dialog).toBeHidden();
  const told = new RegExp(`^Volver a llamar el ${day}/${month}/${year}.*10:30`);
  await expect(page.getByText(told)).toBeVisible();
  await expectFits(page);
  await expectAccessibleInBothThemes(page);

  await page.goto(`${vocero.url}/historico-campanas?campana=${id}&vista=destinatarios`);
  await expect(page.getByRole('table', { name: 'Destinatarios' }).getByRole('row').nth(1)).toContainText(
    'Volver a llamar el',
  );

  await page.goto(`${vocero.url}/call/${callId}`);
  await page.getByRole('button', { name: 'Cambiar' }).click();
  await expect(dialog.getByLabel('Hora', { exact: true })).toHaveValue('10:30');
  await dialog.getByRole('button', { name: 'No volver a llamar' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(told)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Volver a llamar' })).toBeVisible();
});

test('what was asked for and is no moment stands there as it was said', async ({ page, vocero }) => {
  const workspace = await vocero.createWorkspace('operator');
  await signIn(page, vocero, workspace);
  await vocero.server.app.features.calls.ingest.record(workspace.id, {
    event: 'call_analyzed',
    call: {
      call_id: 'call_said',
      call_type: 'phone_call',
      direction: 'inbound',
      call_status: 'ended',
      start_timestamp: Date.now() - 60_000,
      end_timestamp: Date.now(),
      duration_ms: 60_000,
      disconnection_reason: 'user_hangup',
      call_analysis: { call_summary: 'Habló.', custom_analysis_data: { callback_at: 'cuando vuelva de viaje' } },
    },
    source: 'webhook',
  });
  await page.goto(`${vocero.url}/call/call_said`);
  await expect(page.getByText('Pidió otra llamada: «cuando vuelva de viaje»')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Volver a llamar' })).toHaveCount(0);
});
