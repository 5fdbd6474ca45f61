// A history longer than the server's list, which would take a real server hundreds of campaigns.
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Campaign } from '../../../contract/campaigns.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { openApp, startServer } from '../../app/testing/open-app.tsx';
import { buildCampaign } from '../../testing/factories.ts';
import { json } from '../../testing/fake-server.ts';
// Imported before the tests' time begins, because the application loads it on demand.
import './campaigns-page.tsx';

const campaigns = Array.from({ length: 12 }, (_, index): Campaign =>
  buildCampaign({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: index === 0 ? 'Otoño' : `Campaña ${index}`,
  }),
);

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

function openHistory(total: number): void {
  startServer({ listCampaigns: json<'listCampaigns'>(campaigns, { 'x-total-count': String(total) }) });
  openApp('/historico-campanas');
}

it('says how many campaigns there are when the list is cut, and among which it searched', async () => {
  openHistory(1_612);
  expect(await screen.findByText('Se muestran las 12 más recientes de 1.612.')).toBeTruthy();
  expect(screen.getByText('Página 1 de 3 • 1-5 de 12')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Buscar campañas'), { target: { value: 'otoño' } });
  expect(await screen.findByText('Se buscó entre las 12 más recientes de 1.612.')).toBeTruthy();
  expect(screen.queryByText(/Página 1/)).toBeNull();
});

it('says nothing of the kind while the list holds them all', async () => {
  openHistory(12);
  expect(await screen.findByText('Página 1 de 3 • 1-5 de 12')).toBeTruthy();
  expect(screen.queryByText(/más recientes de/)).toBeNull();
});
