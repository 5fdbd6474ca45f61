// A call that ends while the list has the focus keeps its row; lines are shown for calls in sight.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { openApp, startServer, workspace } from '../../app/testing/open-app.tsx';
import { buildActiveCall, buildSettings } from '../../testing/factories.ts';
import { json } from '../../testing/fake-server.ts';
import './live-room-page.tsx';
import './room.tsx';

/** An observer for which everything is in sight. */
class Sight {
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element): void {
    this.#tell([{ target, isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  unobserve(): void {}
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', Sight));
afterEach(() => {
  cleanup();
  setTabWorkspace(null);
});

const long = buildActiveCall({ id: 'long', customerName: 'Ana' });
const short = buildActiveCall({ id: 'short', customerName: 'Bruno', startTimestamp: '2026-11-21T12:05:00.000Z' });
const names = () =>
  within(screen.getByRole('list', { name: 'Llamadas en curso' }))
    .getAllByRole('link')
    .map((each) => each.textContent);

it('keeps the place of a call that ended until nobody reads, and shows what is said', async () => {
  const server = startServer({
    getSettings: json<'getSettings'>(buildSettings()),
    listActiveCalls: json<'listActiveCalls'>([short, long], { 'x-total-count': '2' }),
  });
  openApp('/en-vivo');
  const first = await screen.findByRole('link', { name: 'Ana' });
  expect(names()).toEqual(['Ana', 'Bruno']);
  const line = { kind: 'speech', second: 1, isPreSession: false, isBackchannel: false, id: '1', arrival: 0 } as const;
  await waitFor(() => {
    act(() =>
      server.say({
        type: 'live_tails',
        workspaceId: workspace.id,
        tails: [{ callId: 'short', state: 'live', lines: [{ ...line, speaker: 'user', text: 'No me llegó.' }] }],
      }),
    );
    expect(screen.getByText('No me llegó.')).toBeTruthy();
  });

  act(() => first.focus());
  server.answer('listActiveCalls', json<'listActiveCalls'>([short], { 'x-total-count': '1' }));
  act(() => server.say({ type: 'active_calls_update', workspaceId: workspace.id }));
  expect(await screen.findByText('Terminó', {}, { timeout: 5_000 })).toBeTruthy();
  expect(names()).toEqual(['Ana', 'Bruno']);
  expect(screen.getByText('1 llamada en curso')).toBeTruthy();
  act(() => first.blur());
  await waitFor(() => expect(names()).toEqual(['Bruno']), { timeout: 5_000 });
});
