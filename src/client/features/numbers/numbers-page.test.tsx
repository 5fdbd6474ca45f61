// Numbers that take two hundred calls on a real server: one at its cap, and one set aside and used again.
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { PhoneNumberUsage } from '../../../contract/numbers.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { openApp, startServer } from '../../app/testing/open-app.tsx';
import { json } from '../../testing/fake-server.ts';
// Imported before the tests' time begins, because the application loads it on demand.
import './numbers-page.tsx';

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

const days = [16, 17, 18, 19, 20, 21, 22].map((day) => ({ day: `2026-11-${day}`, calls: 0, over: 0, answered: 0 }));
const usage = (phoneNumber: string, overrides: Partial<PhoneNumberUsage>): PhoneNumberUsage => ({
  phoneNumber,
  phoneNumberShown: phoneNumber.replace(/^\+5411(\d{4})/, '+54 11 $1-'),
  nickname: null,
  agents: [],
  days,
  isCapped: false,
  setAsideAt: null,
  campaigns: [],
  ...overrides,
});
const capped = usage('+541150000001', {
  isCapped: true,
  days: [...days.slice(0, 6), { day: '2026-11-22', calls: 150, over: 120, answered: 30 }],
});
const aside = usage('+541150000002', { agents: null, setAsideAt: '2026-11-22T12:00:00.000Z' });

it('says which number is at its cap and which is set aside, and takes that back', async () => {
  const server = startServer({
    listNumbers: json<'listNumbers'>({ cap: 150, numbers: [capped, aside] }),
    listAgents: json<'listAgents'>([]),
    takeBackNumber: json<'takeBackNumber'>({ ok: true }),
  });
  openApp('/numeros');
  const list = await screen.findByRole('list', { name: 'Números de origen' });
  const [first, second] = [capped, aside].map(
    ({ phoneNumberShown }) => within(list).getByText(phoneNumberShown).closest('ul[aria-label] > li') as HTMLElement,
  );
  expect(first?.textContent).toContain('En su tope de hoy');
  expect(first?.textContent).toContain('150 de 150');
  expect(first?.textContent).toContain('25,0% atendidas');
  expect(second?.textContent).toContain('Apartado');
  // Without calls there is no answer rate, and the number's agents are unknown.
  expect(second?.textContent).not.toContain('%');
  expect(within(list).getByTitle(/Retell no informa este número/).textContent).toBe('—');
  server.answer('listNumbers', json<'listNumbers'>({ cap: 150, numbers: [capped, usage('+541150000002', {})] }));
  fireEvent.click(screen.getByRole('button', { name: 'Volver a usar +54 11 5000-0002' }));
  expect(await screen.findByText('Vuelve a usarse +54 11 5000-0002')).toBeTruthy();
  expect(await screen.findByText('Sin campañas')).toBeTruthy();
});

it('names each day once: today in its own column, the days before in the head of the table', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: true,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  startServer({
    listNumbers: json<'listNumbers'>({ cap: 0, numbers: [capped, usage('+541150000002', {})] }),
    listAgents: json<'listAgents'>([]),
  });
  openApp('/numeros');
  const table = await screen.findByRole('table', { name: 'Números de origen' });
  const seen = within(table)
    .getAllByText(/^\d\d\/11\s*$/)
    .filter((element) => !element.classList.contains('sr-only'))
    .map((element) => element.textContent);
  expect(seen).toEqual(['16/11', '17/11', '18/11', '19/11', '20/11', '21/11']);
});
