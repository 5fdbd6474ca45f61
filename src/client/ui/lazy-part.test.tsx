import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../app/error-boundary.tsx';
import { lazyPart } from './lazy-part.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Greeting({ name }: { readonly name: string }) {
  return <p>Hola, {name}</p>;
}

it('stands aside until the code is there, and takes its place at once', async () => {
  let arrive: (module: { readonly default: typeof Greeting }) => void = () => {};
  const part = lazyPart<{ readonly name: string }>(() => new Promise((resolve) => (arrive = resolve)));
  render(<part.Part name="Ana" fallback={<p>Espera</p>} />);
  expect(screen.getByText('Espera')).toBeTruthy();
  await act(async () => arrive({ default: Greeting }));
  // In the very turn in which it came: React's own would leave the fallback for 300 ms.
  expect(screen.getByText('Hola, Ana')).toBeTruthy();
  expect(screen.queryByText('Espera')).toBeNull();
});

it('is drawn at first sight where it was fetched before', async () => {
  const load = vi.fn(async () => ({ default: Greeting }));
  const part = lazyPart<{ readonly name: string }>(load);
  await act(async () => part.preload());
  render(<part.Part name="Ana" fallback={<p>Espera</p>} />);
  expect(screen.getByText('Hola, Ana')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

it('says so while drawing where the code does not come, and asks again the next time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<{ default: typeof Greeting }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValue({ default: Greeting });
  const part = lazyPart<{ readonly name: string }>(load);
  const draw = () =>
    render(
      <ErrorBoundary>
        <part.Part name="Ana" />
      </ErrorBoundary>,
    );
  draw();
  expect(await screen.findByText('Hay una versión nueva')).toBeTruthy();
  cleanup();
  draw();
  expect(await screen.findByText('Hola, Ana')).toBeTruthy();
});
