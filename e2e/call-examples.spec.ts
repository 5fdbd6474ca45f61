/** Calls of examples/llamadas on screen, where the provider leaves data out. */
import { readFileSync } from 'node:fs';
import { parseWireWebhook } from '../src/retell/index.ts';
import { expect, openDashboard, test, type Console } from './console-fixture.ts';

type Told = Readonly<Record<string, unknown>>;

async function tell(vocero: Console, workspaceId: string, event: string, call: Told): Promise<void> {
  const read = parseWireWebhook({ event, call });
  if (!read) throw new Error('no webhook');
  await vocero.server.app.features.calls.ingest.record(workspaceId, { ...read, source: 'webhook' });
}

function readExample(name: string): { readonly event: string; readonly call: Told } {
  const { events } = JSON.parse(readFileSync(`examples/llamadas/${name}.json`, 'utf8')) as {
    events: { event: string; call: Told }[];
  };
  const [first] = events;
  if (!first) throw new Error('no event');
  return first;
}

test('a length that is not known is a dash everywhere, and a number withheld is said to be so', async ({
  page,
  vocero,
}) => {
  const who = await vocero.createWorkspace('operator');
  const { event, call } = readExample('duracion-desconocida');
  await tell(vocero, who.id, event, call);
  await tell(vocero, who.id, event, {
    ...call,
    call_id: 'call_withheld',
    direction: 'inbound',
    from_number: '+266696687',
    to_number: '+541150001000',
    agent_id: 'agent_borrado_99',
    agent_name: 'Agente viejo',
    start_timestamp: Date.now() - 70_000,
    end_timestamp: Date.now() - 8_000,
  });
  const live = { call_type: 'phone_call', direction: 'inbound', call_status: 'ongoing', start_timestamp: Date.now() };
  await tell(vocero, who.id, 'call_started', { ...live, call_id: 'call_nameless' });
  await tell(vocero, who.id, 'call_started', { ...live, call_id: 'call_anonymous', from_number: 'anonymous' });
  await openDashboard(page, vocero, who);
  const active = page.getByRole('region', { name: 'Llamadas Activas' });
  await expect(active.getByText('Número Desconocido')).toBeVisible();
  await expect(active.getByText('Número oculto')).toBeVisible();
  const history = page.getByRole('region', { name: /^Historial de Llamadas/ });
  const rows = history.getByRole('listitem');
  const unknown = rows.filter({ hasText: '+54 9 11 5550-0100' });
  await expect(unknown.getByText('-', { exact: true })).toBeVisible();
  // Exact, because the clock at 20:00 contains '0:00' too.
  await expect(history.getByText('0:00', { exact: true })).toHaveCount(0);
  const withheld = rows.filter({ hasText: 'Agente viejo' });
  await expect(withheld).toContainText('Número oculto');
  await expect(withheld).toContainText('1:02');

  await withheld.getByRole('link').click();
  await expect(page.getByText('Número oculto').first()).toBeVisible();
  await expect(page.getByText('Agente viejo').first()).toBeVisible();
  await expect(page.getByText('266696687')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Llamadas anteriores' })).toHaveCount(0);
});
