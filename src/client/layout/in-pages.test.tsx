import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { SessionProvider } from '../session/session.ts';
import { buildUser, buildWorkspace } from '../testing/factories.ts';
import { PaginatedRows } from './in-pages.tsx';

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

const workspace = buildWorkspace();
const draw = (count: number) =>
  render(
    <SessionProvider value={{ user: buildUser(), workspace, workspaces: [workspace], role: workspace.role }}>
      <PaginatedRows rows={Array.from({ length: count }, (_, index) => `Agente ${index + 1}`)} size={50}>
        {(rows) => (
          <ul>
            {rows.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        )}
      </PaginatedRows>
    </SessionProvider>,
  );
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

it('shows a page at a time, whose number is in the address', () => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  window.history.replaceState(null, '', '/?page=2');
  draw(120);
  expect([names()[0], names().length]).toEqual(['Agente 51', 50]);
  expect(screen.getByText('51-100 de 120')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Página 3' }));
  expect([names()[0], names().length]).toEqual(['Agente 101', 20]);
  expect(window.location.search).toBe('?page=3');
  fireEvent.click(screen.getByRole('button', { name: 'Página 1' }));
  expect(window.location.search).toBe('');
});

it('has no pager for one page, and shows the last one where the address asks for more', () => {
  draw(50);
  expect(screen.queryByRole('navigation')).toBeNull();
  cleanup();
  window.history.replaceState(null, '', '/?page=99');
  draw(120);
  expect(names()[0]).toBe('Agente 101');
});

it('is whole as soon as the print begins, before queries change, and in pages again after it', () => {
  draw(120);
  fireEvent(window, new Event('beforeprint'));
  expect(names()).toHaveLength(120);
  fireEvent(window, new Event('afterprint'));
  expect(names()).toHaveLength(50);
});
