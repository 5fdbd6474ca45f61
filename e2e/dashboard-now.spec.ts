/** The dashboard's part about now: dialling campaigns, and matters that need a person; empty without any. */
import { createCampaign } from './campaign-steps.ts';
import { expect, expectGoodAtBothWidths, openDashboard, signIn, test } from './console-fixture.ts';

test('a campaign is paused, resumed and stopped from the dashboard, by keyboard too', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('admin');
  await signIn(page, vocero, who);
  await page.goto(vocero.url);
  await expect(page.getByText('Sin llamadas activas')).toBeVisible();
  const running = page.getByRole('region', { name: 'Campañas en curso' });
  const attention = page.getByRole('region', { name: 'Requiere atención' });
  await expect(running).toHaveCount(0);
  await expect(attention.getByRole('listitem')).toHaveText(/Retell todavía no avisó de ninguna llamada/);

  // Calls last long, so that live ones stay live.
  vocero.simulator.setSpeed(0.001);
  await createCampaign(page, 'Cobranzas', 200);
  await page.reload();
  const row = running.getByRole('listitem').filter({ hasText: 'Cobranzas' });
  await expect(row).toContainText('0 de 200 con resultado');
  await expect(row.getByRole('progressbar', { name: 'Cobranzas: 0 de 200 con resultado' })).toBeVisible();
  await expect(row.getByRole('link', { name: 'Cobranzas' })).toHaveAttribute('href', /\/campana\//);
  await row.getByRole('button', { name: 'Pausar' }).press('Enter');
  await expect(page.getByText('La campaña ha sido pausada exitosamente.')).toBeVisible();
  await expect(running).toHaveCount(0);
  await expect(attention).toContainText('Pausada: Cobranzas. La pausó una persona.');
  await expect(attention.getByRole('link', { name: 'Cobranzas' })).toBeFocused();
  await expectGoodAtBothWidths(page);

  await attention.getByRole('button', { name: 'Reanudar' }).click();
  await expect(row.getByRole('button', { name: 'Pausar' })).toBeVisible();
  await expect(attention.getByRole('listitem')).toHaveCount(1);
  await expect(row).toBeVisible();
  await expectGoodAtBothWidths(page);
  await row.getByRole('button', { name: 'Detener' }).click();
  const question = page.getByRole('alertdialog', { name: '¿Detener «Cobranzas»?' });
  await question.getByRole('button', { name: 'Detener' }).click();
  await expect(page.getByText('La campaña ha sido detenida exitosamente.')).toBeVisible();
  await expect(running).toHaveCount(0);

  vocero.simulator.setSpeed(1);
  vocero.simulator.arrive(who.key, 'inbound');
  await expect(page.getByText('Retell todavía no avisó')).toHaveCount(0);
});

test('names that differ at their end are told apart beside their buttons', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('admin');
  await signIn(page, vocero, who);
  vocero.simulator.setSpeed(0.001);
  const name = 'Recuperación de clientes con planes de internet hogar del Gran Buenos Aires, tanda';
  for (const batch of [7, 8]) await createCampaign(page, `${name} ${batch}`, 200);
  const running = page.getByRole('region', { name: 'Campañas en curso' });
  for (const width of [1366, 1920, 360]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto(vocero.url);
    for (const batch of [7, 8]) {
      const link = running.getByRole('link', { name: new RegExp(`^Recuperación .* tanda ${batch}$`) });
      await expect(link).toBeVisible();
      const isCut = await link.evaluate((element) => {
        const frame = element.parentElement;
        return frame !== null && frame.scrollWidth > frame.clientWidth;
      });
      expect(isCut).toBe(false);
    }
  }
  await expectGoodAtBothWidths(page);
});

test('an operator sees what needs somebody, and no button that they may not press', async ({ page, vocero }) => {
  const who = await vocero.createWorkspace('operator');
  const owner = await vocero.signInElsewhere({ ...who, username: `${who.username}-titular` });
  vocero.simulator.setSpeed(0.001);
  const [line] = await owner.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const create = (name: string) =>
    owner.post<{ id: string }>('/api/campaigns', {
      name,
      successDefinition: 'El cliente acepta.',
      phoneNumber: line?.phone_number,
      recipients: Array.from({ length: 200 }, (_, index) => ({
        customer_name: 'Ana',
        phone_number: `+54911${(name === 'Parada' ? 40_000_000 : 50_000_000) + index}`,
      })),
      sendOption: 'now',
    });
  await create('En marcha');
  const { id } = await create('Parada');
  await openDashboard(page, vocero, who);
  const running = page.getByRole('region', { name: 'Campañas en curso' });
  await expect(running.getByRole('listitem')).toHaveCount(2);
  await expect(running.getByRole('button')).toHaveCount(0);
  await owner.request('PATCH', `/api/campaigns/${id}`, { body: { status: 'paused' } });
  const attention = page.getByRole('region', { name: 'Requiere atención' });
  await expect(attention).toContainText('Pausada: Parada.');
  await expect(attention.getByRole('button')).toHaveCount(0);
  await attention.getByRole('link', { name: 'Ver: Parada' }).click();
  await expect(page.getByRole('heading', { name: 'Parada' })).toBeVisible();
});
