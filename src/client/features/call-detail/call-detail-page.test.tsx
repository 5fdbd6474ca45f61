// Calls with few data from the provider, and an erased one: rare on a real server.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { callDetailSchema, type CallDetail } from '../../../contract/calls.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { openApp, startServer } from '../../app/testing/open-app.tsx';
import { screenPaths } from '../../paths.ts';
import { buildCall } from '../../testing/factories.ts';
import { json } from '../../testing/fake-server.ts';
// Imported before the tests' time begins, because the application loads it on demand.
import '../../app/call-page.tsx';

/** Only a list's data are known. A field added to the contract needs no line here. */
const unknown = Object.fromEntries(
  Object.entries(callDetailSchema.shape).flatMap(([name, field]) =>
    field.safeParse(null).success ? [[name, null]] : [],
  ),
);
const call = {
  ...unknown,
  ...buildCall({ callStatus: 'ended', endTimestamp: '2026-11-21T12:01:00.000Z', durationMs: 60_000 }),
  utterances: [],
  toolCalls: [],
  callAnalysis: { call_summary: 'Saludó y cortó.' },
} as unknown as CallDetail;

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

async function unknownsIn(name: string): Promise<(string | null)[]> {
  const region = within(await screen.findByRole('region', { name }));
  return region.getAllByText('Sin datos').map((unknown) => unknown.textContent);
}

it('says why the cost and the goal of a call are not known', async () => {
  startServer({ getCall: json<'getCall'>(call) });
  openApp('/call/call_0001?tab=data');
  expect(await unknownsIn('Costo y consumo')).toEqual(['Sin datos: Retell no informó el costo de esta llamada.']);
  expect(await unknownsIn('Análisis de la Conversación')).toEqual([
    'Sin datos: El análisis no indica si la llamada cumplió su objetivo.',
  ]);
});

it.each([
  [
    'basic_attributes_only',
    'La cuenta no guarda grabaciones: así está configurada en Retell.AI.',
    'La cuenta no guarda transcripciones',
    false,
  ],
  // The account keeps both, scrubbed; this call has none.
  ['everything_except_pii', 'Grabación no disponible en Retell.AI', 'No hay transcripción disponible', true],
] as const)(
  'says of a call without content of an account that keeps %s why, and searches only where there may be one',
  async (dataStorage, noRecording, noTranscript, isSearched) => {
    startServer({
      getCall: json<'getCall'>({ ...call, dataStorage }),
      getRecording: json<'getRecording'>({ recording_url: null, available: false }),
    });
    openApp('/call/call_0001');
    const recording = within(await screen.findByRole('region', { name: 'Grabación' }));
    await recording.findByText(noRecording);
    expect(recording.queryByRole('button', { name: 'Buscar' }) !== null).toBe(isSearched);
    await screen.findByText(noTranscript);
  },
);

it('says so, too, of a call whose data were deleted', async () => {
  startServer({ getCall: json<'getCall'>({ ...call, callAnalysis: null, erasedAt: '2026-11-21T13:00:00.000Z' }) });
  openApp('/call/call_0001');
  expect(await unknownsIn('Datos de la llamada')).toEqual([
    'Sin datos: La llamada no se había analizado, o su análisis no indicaba si cumplió el objetivo.',
    'Sin datos: Retell no informó el costo de esta llamada.',
  ]);
});

it('says who took the call over and when, among its facts and at its place in the conversation', async () => {
  const said = { speaker: 'Agente', endSeconds: 3, words: [] };
  const startTimestamp = '2026-11-21T12:00:00.000Z';
  startServer({
    getCall: json<'getCall'>({
      ...call,
      startTimestamp,
      utterances: [
        { ...said, text: 'Buenas tardes', startSeconds: 1 },
        { ...said, text: 'Hasta luego', startSeconds: 50 },
      ],
    }),
    getCallContext: json<'getCallContext'>({
      events: [],
      previousCalls: [],
      previousTotal: 0,
      whispers: [],
      attention: [],
      listeners: [{ by: 'ana', since: startTimestamp, takenOverAt: '2026-11-21T12:00:31.000Z' }],
      usualLatency: { e2e: null, llm: null, tts: null },
    }),
  });
  openApp('/call/call_0001');
  const facts = await screen.findByRole('region', { name: 'Datos de la llamada' });
  await waitFor(() => expect(facts.textContent).toMatch(/La tomóana · .*09:00/));
  const conversation = within(await screen.findByRole('region', { name: 'Conversación' }));
  await conversation.findByText('La tomó ana');
  const lines = conversation.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines.findIndex((line) => line.includes('La tomó ana0:31'))).toBeGreaterThan(
    lines.findIndex((line) => line.includes('Buenas tardes')),
  );
  expect(lines.at(-1)).toContain('Hasta luego');
});

it.each([
  ['of a campaign', '0a000000-0000-4000-8000-00000000000c', true],
  ['of none', null, false],
])('says by what a call %s is judged when it is analysed again', async (_, campaignId, isSaid) => {
  startServer({ getCall: json<'getCall'>({ ...call, campaignId }) });
  openApp('/call/call_0001?tab=data');
  const analysis = within(await screen.findByRole('region', { name: 'Análisis de la Conversación' }));
  fireEvent.click(await analysis.findByRole('button', { name: 'Analizar de nuevo' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText('Retell cobra cada análisis.');
  expect(dialog.queryByText(/no por la definición de éxito de la campaña\. No se puede deshacer\./) !== null).toBe(
    isSaid,
  );
});

it.each(['Pérez & Hijos', '+541152890000', 'interno #7', '100 %', '%26'])(
  'stays in the list of a search for %s, from call to call and back',
  async (q) => {
    const asked: (string | null)[] = [];
    startServer({
      getCall: json<'getCall'>(call),
      getCallNeighbours: ({ url }) => {
        asked.push(url.searchParams.get('q'));
        return Response.json({ previousId: null, nextId: 'call_0002' });
      },
    });
    const list = new URLSearchParams({ q, sort: 'duration' }).toString();
    openApp(screenPaths.call('call_0001', { list }));
    const next = await screen.findByRole('link', { name: 'Siguiente' });
    await waitFor(() => expect(next.getAttribute('href')).toBe(screenPaths.call('call_0002', { list })));
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Data' }), { button: 0 });
    expect(`${window.location.pathname}${window.location.search}`).toBe(
      screenPaths.call('call_0001', { list, tab: 'data' }),
    );
    expect(screen.getByRole('link', { name: 'Volver a la lista' }).getAttribute('href')).toBe(
      screenPaths.callList(list),
    );
    expect(new Set(asked)).toEqual(new Set([q]));
  },
);

it('goes on to the next call with the focus on its way, seen from the top', async () => {
  startServer({
    getCall: ({ url }) => Response.json({ ...call, id: url.pathname.split('/').at(-1) }),
    getCallNeighbours: json<'getCallNeighbours'>({ previousId: null, nextId: 'call_0002' }),
  });
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue(undefined);
  openApp(screenPaths.call('call_0001', { list: '', tab: 'data' }));
  const next = await screen.findByRole('link', { name: 'Siguiente' });
  await waitFor(() => expect(next.getAttribute('aria-disabled')).toBeNull());
  await screen.findByText('call_0001');
  next.focus();
  scrollTo.mockClear();
  fireEvent.click(next);
  await screen.findByText('call_0002');
  expect(screen.queryByText('call_0001')).toBeNull();
  expect(document.activeElement).toBe(next);
  expect(scrollTo).toHaveBeenCalledOnce();
  // On arrival from elsewhere the content gets the focus.
  next.blur();
  act(() => navigate(screenPaths.call('call_0003', { list: '' })));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('draws the next call after one that cannot be drawn', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  startServer({
    getCall: ({ url }) => Response.json(url.pathname.endsWith('call_0001') ? { ...call, utterances: null } : call),
  });
  openApp('/call/call_0001');
  await screen.findByText('Algo salió mal en esta pantalla');
  act(() => navigate('/call/call_0002'));
  await screen.findByRole('region', { name: 'Datos de la llamada' });
  expect(screen.queryByText('Algo salió mal en esta pantalla')).toBeNull();
});
