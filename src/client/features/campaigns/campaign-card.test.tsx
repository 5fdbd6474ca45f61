// The card of a campaign that is planned, was sent, or is finished.
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Campaign } from '../../../contract/campaigns.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { openApp, startServer } from '../../app/testing/open-app.tsx';
import { buildCampaign } from '../../testing/factories.ts';
import { json } from '../../testing/fake-server.ts';
// Imported before the tests' time begins, because the application loads it on demand.
import './campaigns-page.tsx';

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

async function openCard(overrides: Partial<Campaign>, answers: Parameters<typeof startServer>[0] = {}) {
  const campaign = buildCampaign(overrides);
  startServer({ listCampaigns: json<'listCampaigns'>([campaign]), ...answers });
  openApp('/historico-campanas');
  return within(await screen.findByRole('article', { name: campaign.name }));
}

it('a planned campaign says when it was created and when it begins', async () => {
  const planned = { sendOption: 'scheduled', scheduledDate: '2031-05-20', scheduledTime: '10:30' } as const;
  const card = await openCard({ ...planned, status: 'scheduled' });
  expect(card.getByText('Creada 21/11/2026')).toBeTruthy();
  expect(card.getByText('Programada para 20/05/2031 10:30')).toBeTruthy();
});

it('one that was sent says when, and no more when it was planned for', async () => {
  const planned = { sendOption: 'scheduled', scheduledDate: '2026-11-22', scheduledTime: '10:30' } as const;
  const card = await openCard({ ...planned, status: 'completed', lastSentAt: '2026-11-22T13:30:00.000Z' });
  expect(card.getByText('Enviada 22/11/2026')).toBeTruthy();
  expect(card.queryByText(/^Creada|^Programada para/)).toBeNull();
});

it('one that is finished says whom the next one would call, by the server’s count', async () => {
  const some = { totalRecipients: 20, contactedCount: 5, unconfirmedCount: 1, skippedCount: 2 };
  const count = vi.fn(json<'countUncontacted'>({ count: 9 }));
  const card = await openCard({ ...some, status: 'completed' }, { countUncontacted: count });
  expect(await card.findByRole('link', { name: 'Llamar a los no contactados (9)' })).toBeTruthy();
  cleanup();
  // Without an answer the link has no number.
  const unknown = await openCard({ ...some, status: 'completed' });
  expect(unknown.getByRole('link', { name: 'Llamar a los no contactados' })).toBeTruthy();
  cleanup();
  // Campaigns that reached everybody, or still run, are not asked about.
  count.mockClear();
  for (const other of [{ ...some, contactedCount: 20 }, { ...some, status: 'in_progress' } as const]) {
    const plain = await openCard(other, { countUncontacted: count });
    expect(plain.queryByRole('link', { name: /no contactados/ })).toBeNull();
    cleanup();
  }
  expect(count).not.toHaveBeenCalled();
});
