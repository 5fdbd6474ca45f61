import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyWithIdlePreload } from './idle-code.ts';

afterEach(() => vi.restoreAllMocks());

it('opens a window whose code does not come without a network once the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi
    .fn<() => Promise<{ default: () => string }>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValue({ default: () => 'Ventana' });
  const Window = lazyWithIdlePreload(load);
  render(
    <Suspense fallback="Espera">
      <Window />
    </Suspense>,
  );
  await act(() => vi.waitFor(() => expect(load).toHaveBeenCalledOnce()));
  expect(screen.getByText('Espera')).toBeTruthy();
  onLine.mockReturnValue(true);
  await act(async () => void window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('Ventana')).toBeTruthy();
});
