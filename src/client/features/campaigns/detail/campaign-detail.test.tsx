// Rare states of a campaign's window: an empty list, a long log, failed reads, a deleted campaign.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CampaignLogEntry, CampaignRecipient } from '../../../../contract/campaigns.ts';
import { setTabWorkspace } from '../../../api/tab-state.ts';
import { openApp, startServer, workspace } from '../../../app/testing/open-app.tsx';
import { buildCampaign } from '../../../testing/factories.ts';
import { failure, json } from '../../../testing/fake-server.ts';
// Imported before the tests' time begins, because the application loads them on demand.
import '../campaigns-page.tsx';
import './campaign-detail.tsx';
import './best-hour-section.tsx';

const id = '00000000-0000-4000-8000-0000000000c1';

const campaign = buildCampaign({
  id,
  sendOption: 'scheduled',
  scheduledDate: '2026-11-22',
  scheduledTime: '10:30',
  retryPolicy: { no_answer: { attempts: 2, delayMinutes: 90 }, busy: { attempts: 1, delayMinutes: 5 } },
});

/** 120 entries, newest first; the id of the oldest is 1. */
const entries = Array.from({ length: 120 }, (_, index): CampaignLogEntry => {
  const entryId = 120 - index;
  return {
    id: entryId,
    at: '2026-11-21T12:00:00.000Z',
    kind: 'rate_limited',
    details: { seconds: 60 * entryId },
    shownNumbers: {},
    username: null,
  };
});

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

function openWindow(view: string, answers: Parameters<typeof startServer>[0] = {}) {
  const server = startServer({
    listCampaigns: json<'listCampaigns'>([campaign]),
    getCampaign: json<'getCampaign'>(campaign),
    listCampaignRecipients: json<'listCampaignRecipients'>([], { 'x-total-count': '0' }),
    listCampaignLog: ({ url }) => {
      const before = Number(url.searchParams.get('before') ?? Number.POSITIVE_INFINITY);
      return Response.json(
        entries.filter((entry) => entry.id < before).slice(0, Number(url.searchParams.get('limit'))),
      );
    },
    ...answers,
  });
  openApp(`/historico-campanas?campana=${id}${view}`);
  return server;
}

const compared = { byHour: { calls: 150, answered: 90 }, withoutIt: { calls: 1_200, answered: 372 } };

it.each([
  [
    16.5,
    40.1,
    'Con mejor hora se atiende más: la diferencia está entre +16,5 pts. y +40,1 pts., con 95% de confianza.',
  ],
  [-9, -0.1, 'Con mejor hora se atiende menos: la diferencia está entre −9,0 pts. y −0,1 pts., con 95% de confianza.'],
  [0, 12, 'La diferencia puede ser casualidad: está entre 0,0 pts. y +12,0 pts., con 95% de confianza.'],
  [-3, 0, 'La diferencia puede ser casualidad: está entre −3,0 pts. y 0,0 pts., con 95% de confianza.'],
])('compares calls with and without the best hour, from %d to %d points', async (from, to, sentence) => {
  const bestHourComparison = { ...compared, differenceFrom: from, differenceTo: to };
  openWindow('', { getCampaign: json<'getCampaign'>({ ...campaign, bestHour: true, bestHourComparison }) });
  const dialog = await screen.findByRole('dialog', { name: 'Renovación de otoño' });
  expect(await within(dialog).findByText(sentence)).toBeTruthy();
  expect(within(dialog).getByText('60,0%')).toBeTruthy();
  expect(within(dialog).getByText('90 de 150 llamadas atendidas')).toBeTruthy();
  expect(within(dialog).getByText('31,0%')).toBeTruthy();
  expect(within(dialog).getByText('372 de 1.200 llamadas atendidas')).toBeTruthy();
});

it('says what a campaign was created with, in words, and no figure before there is a result', async () => {
  openWindow('');
  const dialog = await screen.findByRole('dialog', { name: 'Renovación de otoño' });
  expect(await within(dialog).findByText('Programado · 22/11/2026 10:30')).toBeTruthy();
  expect(within(dialog).getByText('Todavía no se envió')).toBeTruthy();
  expect(within(dialog).getByText('La enviará').nextSibling?.textContent).toBe('Sistema');
  expect(within(dialog).queryByText('Enviada por')).toBeNull();
  expect(
    within(dialog).getByText(
      /Sin respuesta: hasta 2 intentos más, 1 h 30 min después\s+Ocupado: 1 intento más, 5 min después/,
    ),
  ).toBeTruthy();
  expect(within(dialog).getAllByText('—', { selector: 'dd' })).toHaveLength(4);
  expect(dialog.textContent).not.toContain('NaN');
});

it('says how long a running campaign still takes, and how many are called again', async () => {
  const running = {
    ...campaign,
    status: 'in_progress',
    totalRecipients: 9,
    sentCount: 5,
    retryingCount: 4,
    pendingCount: 8,
    endsBetween: {
      from: new Date(Date.now() + 640_000).toISOString(),
      to: new Date(Date.now() + 760_000).toISOString(),
    },
  } as const;
  openWindow('', { getCampaign: json<'getCampaign'>(running) });
  const dialog = await screen.findByRole('dialog', { name: 'Renovación de otoño' });
  expect(await within(dialog).findByText(/^Quedan ~12 min · .*entre /)).toBeTruthy();
  expect(within(dialog).getByText('1 de 9 con resultado')).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'Con otro intento' }).getAttribute('href')).toContain(
    'mostrar=retrying',
  );
});

it('says of a campaign that the history does not reach any more what became of it while somebody wanted to pause it', async () => {
  const server = openWindow('', {
    listCampaigns: json<'listCampaigns'>([]),
    getCampaign: json<'getCampaign'>({ ...campaign, status: 'in_progress' }),
  });
  server.answer('patchCampaign', () => {
    server.answer('getCampaign', json<'getCampaign'>({ ...campaign, status: 'completed' }));
    return failure(409, 'invalid_transition')({ url: new URL('http://localhost'), body: null });
  });
  const dialog = await screen.findByRole('dialog', { name: 'Renovación de otoño' });
  fireEvent.click(await within(dialog).findByRole('button', { name: /^Pausar/ }));
  expect(await screen.findByText(/ahora es «Completado»/)).toBeTruthy();
});

it('says that there are no recipients; a search that finds none is something else', async () => {
  openWindow('&vista=destinatarios');
  expect(await screen.findByText('Esta campaña no tiene destinatarios registrados.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Mostrar'), { target: { value: 'contacted' } });
  expect(await screen.findByText('Ningún destinatario coincide')).toBeTruthy();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Limpiar filtros' }));
  expect(await screen.findByText('Esta campaña no tiene destinatarios registrados.')).toBeTruthy();
});

it('says of an attempt why its cost is not known', async () => {
  const attempt = {
    id: '00000000-0000-4000-8000-0000000000a1',
    state: 'finished',
    createdAt: '2026-11-21T12:00:00.000Z',
    outcome: 'human',
    isSurplus: false,
    error: null,
    callId: 'call_0001',
    fromNumber: '+541152890000',
    fromNumberShown: '+541152890000',
    startedAt: '2026-11-21T12:00:00.000Z',
    durationSeconds: 30,
    disconnectionReason: 'user_hangup',
    agentVersion: 3,
    sentiment: null,
    isSuccessful: null,
    costCents: null,
  } as const;
  const recipient: CampaignRecipient = {
    id: '00000000-0000-4000-8000-0000000000b1',
    position: 1,
    phoneNumber: '+541152891111',
    phoneNumberShown: '+54 11 5289-1111',
    customerName: 'Ana',
    state: 'sent',
    isLive: false,
    pickedUp: true,
    contacted: true,
    completed: true,
    successful: false,
    lastReason: null,
    nextAttemptAt: null,
    callbackAt: null,
    attempts: [attempt],
  };
  openWindow('&vista=destinatarios', {
    listCampaignRecipients: json<'listCampaignRecipients'>([recipient], { 'x-total-count': '1' }),
  });
  const toggle = await screen.findByRole('button', { name: /intento/ });
  fireEvent.click(toggle);
  expect((await screen.findByText('Sin datos')).textContent).toBe(
    'Sin datos: Retell todavía no informó el costo de esta llamada.',
  );
});

it('loads the log page by page, and reads all of it again when the campaign changes', async () => {
  const server = openWindow('&vista=registro');
  const list = await screen.findByRole('list', { name: 'Registro de la campaña' });
  const more = () => screen.findByRole('button', { name: 'Cargar más' });
  fireEvent.click(await more());
  expect(await within(list).findByText('Retell pidió esperar: 21 min sin llamadas nuevas.')).toBeTruthy();
  server.answer('listCampaignLog', failure(503, 'unavailable'));
  fireEvent.click(await more());
  expect(await screen.findByText('No se pudo cargar más.')).toBeTruthy();
  expect(within(list).getAllByRole('listitem')).toHaveLength(100);
  const last: CampaignLogEntry = {
    id: 121,
    at: '2026-11-21T12:01:00.000Z',
    kind: 'stopped',
    details: { left: 3, live: 0 },
    shownNumbers: {},
    username: 'jefa',
  };
  server.answer('listCampaignLog', ({ url }) => Response.json(url.searchParams.has('before') ? [] : [last]));
  server.say({ type: 'campaign_update', workspaceId: workspace.id, campaignIds: [id] });
  const newest = await within(list).findByText(/^Campaña detenida\. Quedaron 3 destinatarios sin llamar\./);
  expect(newest.textContent).toContain('por jefa');
  expect(screen.queryByRole('button', { name: 'Cargar más' })).toBeNull();
});

it('tells a failed read from a campaign that is gone, and offers to read again', async () => {
  const server = openWindow('&vista=registro', {
    listCampaigns: failure(503, 'unavailable'),
    getCampaign: failure(503, 'unavailable'),
    listCampaignLog: failure(503, 'unavailable'),
  });
  const dialog = await screen.findByRole('dialog');
  const retry = await within(dialog).findByRole('button', { name: 'Reintentar' });
  server.answer('getCampaign', json<'getCampaign'>(campaign));
  fireEvent.click(retry);
  expect(await screen.findByRole('dialog', { name: 'Renovación de otoño' })).toBeTruthy();
  const again = await within(dialog).findByRole('button', { name: 'Reintentar' });
  server.answer('listCampaignLog', json<'listCampaignLog'>([]));
  fireEvent.click(again);
  expect(await within(dialog).findByText('Todavía no pasó nada')).toBeTruthy();
  cleanup();
  vi.unstubAllGlobals();
  openWindow('', { listCampaigns: json<'listCampaigns'>([]), getCampaign: failure(404, 'not_found') });
  expect(await screen.findByText('Campaña no encontrada')).toBeTruthy();
});
