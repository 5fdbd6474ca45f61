import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from './toast.ts';
import Toaster from './toaster.tsx';

beforeEach(() => vi.useFakeTimers());

afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a toast takes the place of the one shown, and stays its own time', async () => {
  const { unmount } = render(<Toaster />);
  act(() => toast.good('Pausada'));
  await pass(3_900);
  act(() => toast.good('Reanudada'));
  expect(screen.queryByText('Pausada')).toBeNull();
  await pass(3_900);
  expect(screen.getByText('Reanudada')).toBeDefined();
  await pass(100);
  expect(screen.queryByText('Reanudada')).toBeNull();
  unmount();
});

test('a failure stays longer, and every toast as long as it has the focus; its button closes it', async () => {
  render(<Toaster />);
  act(() => toast.bad('Error', 'No se pudo guardar'));
  await pass(7_900);
  act(() => screen.getByRole('button', { name: 'Entendido' }).focus());
  await pass(20_000);
  fireEvent.click(screen.getByRole('button', { name: 'Entendido' }));
  expect(screen.queryByText('No se pudo guardar')).toBeNull();
  act(() => toast.good('Guardada'));
  await pass(4_000);
  expect(screen.queryByText('Guardada')).toBeNull();
});
