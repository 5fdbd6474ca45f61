import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ToastHost } from '../ui/toast-host.tsx';
import { OpenDialogHost } from './overlay-host.tsx';
import { openDialog } from './overlays.ts';

vi.mock('./shortcuts-dialog.tsx', () => ({
  default: () => {
    throw new Error('drawing failed');
  },
}));

it('closes a window that cannot be drawn with a word, and leaves the screen below', async () => {
  // React logs errors that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <>
      <h1>Dashboard</h1>
      <OpenDialogHost />
      <ToastHost />
    </>,
  );
  act(() => openDialog('shortcuts'));
  expect(await screen.findByText('No se pudo abrir esta ventana')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
});
