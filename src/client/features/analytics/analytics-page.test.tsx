import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Analytics } from '../../../contract/analytics.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { openApp, startServer } from '../../app/testing/open-app.tsx';
import { failure, json } from '../../testing/fake-server.ts';
// Imported before the tests' time begins, because the application loads it on demand.
import './analytics-page.tsx';

const days = { from: '2026-11-20', to: '2026-11-21' };
const analytics: Analytics = {
  totalCalls: 1,
  finishedCalls: 1,
  connectedCalls: 1,
  successfulCalls: 1,
  failedCalls: 0,
  successRate: 100,
  averageCallDuration: 60,
  callsWithDuration: 1,
  totalCallCost: null,
  callsWithCost: 0,
  costPerSuccessfulCall: null,
  averageLatency: null,
  callsWithLatency: 0,
  days,
  compared: days,
  callsByDay: [],
  callsByDirection: { inbound: 1, outbound: 0, web_call: 0 },
  callsByAgent: [],
  disconnectionReasons: [],
  callsWithReason: 0,
  sentiment: { positive: 0, neutral: 0, negative: 0 },
  previous: null,
};

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

it('exports the report only with its hours', async () => {
  const server = startServer({
    getAnalytics: json<'getAnalytics'>(analytics),
    getDialingHours: failure(500, 'internal'),
  });
  openApp('/analytics');
  const card = within(await screen.findByRole('region', { name: 'Cuándo Llamar' }));
  const retry = await card.findByRole('button', { name: 'Reintentar' });
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Exportar CSV' });
  expect(save.disabled).toBe(true);
  server.answer('getDialingHours', json<'getDialingHours'>([{ weekday: 1, hour: 9, attempts: 4, connected: 1 }]));
  fireEvent.click(retry);
  await waitFor(() => expect(save.disabled).toBe(false));
});
