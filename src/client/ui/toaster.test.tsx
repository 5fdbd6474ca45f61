import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import Toaster, { drawToast } from './toaster.tsx';

beforeEach(() => vi.useFakeTimers());

afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('a toast takes the place of the one shown, and stays though that one was on its way out', async () => {
  render(<Toaster />);
  drawToast('good', 'Pausada');
  await pass(100);
  drawToast('good', 'Reanudada');
  await pass(100);
  expect(screen.queryByText('Pausada')).toBeNull();
  expect(screen.getByText('Reanudada')).toBeDefined();
  // The toast's four seconds are over, but it is still closing.
  await pass(3_950);
  drawToast('good', 'Detenida');
  await pass(1_000);
  expect(screen.queryByText('Reanudada')).toBeNull();
  expect(screen.getByText('Detenida')).toBeDefined();
  await pass(4_000);
  expect(screen.queryByText('Detenida')).toBeNull();
});
