// The dashboard's cards show one number of calls, though they were read at different moments.
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showWorkspace } from '../api/tab-state.ts';
import { buildActiveCall, buildCall } from '../testing/factories.ts';
import { json } from '../testing/fake-server.ts';
import { openApp, startServer } from './testing/open-app.tsx';

afterEach(() => {
  cleanup();
  showWorkspace(null);
});

it('says how many calls there are, and go on, as the tiles do', async () => {
  const bucket = { intervalMinutes: 30, isHourMark: true, outboundCalls: 0, webCalls: 0 };
  startServer({
    getMetrics: json<'getMetrics'>({
      totalCalls: 911,
      inboundCalls: 900,
      outboundCalls: 11,
      webCalls: 0,
      agentCalls: { a: 901, b: 10 },
      activeCalls: 7,
      finishedCalls: 900,
      successRate: 66.66,
      avgDuration: 75.4,
    }),
    listActiveCalls: json<'listActiveCalls'>([buildActiveCall()], { 'x-total-count': '6' }),
    listFilteredCalls: json<'listFilteredCalls'>([buildCall()], { 'x-total-count': '910' }),
    getCallVolume: json<'getCallVolume'>([
      { ...bucket, time: '2026-11-21T12:00:00.000Z', inboundCalls: 908, totalCalls: 908 },
    ]),
    getAgentUsage: json<'getAgentUsage'>([{ agent_id: 'a', agent_name: 'Ana', call_count: 909, percentage: 100 }]),
    getAgentSentiment: json<'getAgentSentiment'>([]),
    getAgentPerformance: json<'getAgentPerformance'>([]),
  });
  openApp();
  const card = (name: RegExp) => screen.findByRole('region', { name });
  const history = within(await card(/^Historial de Llamadas/));
  expect(await history.findByText('911 llamadas hoy')).toBeTruthy();
  expect(history.getByText('Página 1 de 114 • 1-8 de 911')).toBeTruthy();
  const volume = within(await card(/^Volumen de Llamadas/));
  expect(await volume.findByText('911 llamadas · Hoy')).toBeTruthy();
  expect(volume.getByText('Total: 911 llamadas')).toBeTruthy();
  expect(volume.getByRole('button', { name: /^Entrantes/ }).textContent).toContain('900');
  expect(volume.getByRole('button', { name: /^Salientes/ }).textContent).toContain('11');
  expect(await within(await card(/^Llamadas Activas/)).findByText('7 llamadas en curso')).toBeTruthy();
  const shares = within(await card(/^Distribución de Agentes/));
  expect(await shares.findByText('911')).toBeTruthy();
  expect(shares.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('901 llamadas • 98,9%'),
    expect.stringContaining('10 llamadas • 1,1%'),
  ]);
});
