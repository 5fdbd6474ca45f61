import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../app/error-boundary.tsx';
import { createLazyComponent } from './lazy-part.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function Greeting({ name }: { readonly name: string }) {
  return <p>Hola, {name}</p>;
}

it('stands aside until the code is there, and takes its place at once', async () => {
  let arrive: (module: { readonly default: typeof Greeting }) => void = () => {};
  const part = createLazyComponent<{ readonly name: string }>(() => new Promise((resolve) => (arrive = resolve)));
  render(<part.Part name="Ana" fallback={<p>Espera</p>} />);
  expect(screen.getByText('Espera')).toBeTruthy();
  await act(async () => arrive({ default: Greeting }));
  // Drawn in the same turn in which the code came; React's own `lazy` would keep the fallback for 300 ms.
  expect(screen.getByText('Hola, Ana')).toBeTruthy();
  expect(screen.queryByText('Espera')).toBeNull();
});

it('is drawn at first sight where it was fetched before', async () => {
  const load = vi.fn(async () => ({ default: Greeting }));
  const part = createLazyComponent<{ readonly name: string }>(load);
  await act(async () => part.preload());
  render(<part.Part name="Ana" fallback={<p>Espera</p>} />);
  expect(screen.getByText('Hola, Ana')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

const missing = new TypeError('Failed to fetch dynamically imported module');

/** A part whose code fails to load `times` times, within its boundary. */
function drawFailing(times: number): void {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi.fn<() => Promise<{ default: typeof Greeting }>>().mockResolvedValue({ default: Greeting });
  for (let time = 0; time < times; time += 1) load.mockRejectedValueOnce(missing);
  const part = createLazyComponent<{ readonly name: string }>(load);
  render(
    <ErrorBoundary>
      <part.Part name="Ana" />
    </ErrorBoundary>,
  );
}

it('asks again where the code does not come, and tells of a new version where the server has no such code', async () => {
  vi.stubGlobal('fetch', async () => new Response('ok'));
  drawFailing(1);
  expect(await screen.findByText('Hola, Ana')).toBeTruthy();
  cleanup();
  drawFailing(2);
  expect(await screen.findByText('Hay una versión nueva')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Recargar' })).toBeTruthy();
});

it.each([
  ['the network is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the server is away', async () => new Response('', { status: 502 })],
])('never tells of a new version while %s, and is drawn by itself once it is back', async (_, away) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isAway = true;
  vi.stubGlobal('fetch', () => (isAway ? away() : Promise.resolve(new Response('ok'))));
  drawFailing(1);
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(screen.getByText('Sin conexión')).toBeTruthy();
  expect(screen.queryByText('Hay una versión nueva')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  isAway = false;
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.getByText('Hola, Ana')).toBeTruthy();
});
