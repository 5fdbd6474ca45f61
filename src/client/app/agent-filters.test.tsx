// Agent filters when the agents can't be read: a retry, unless older agents are known.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showWorkspace } from '../api/tab-state.ts';
import { failure, json } from '../testing/fake-server.ts';
import { openApp, startServer, workspace } from './testing/open-app.tsx';
// Imported before the tests' time begins, because the application loads it on demand.
import '../features/call-history/call-history-page.tsx';
import '../features/call-history/filter-popover.tsx';
import '../ui/picker-popover.tsx';

afterEach(() => {
  cleanup();
  showWorkspace(null);
  vi.unstubAllGlobals();
});

const someAgents = json<'listAgents'>([{ agent_id: 'agent_1', agent_name: 'Cobranza' }]);
const failed = failure(502, 'provider_unavailable');

/** The surroundings of the agent field, because other parts of the screen fail as well. */
const around = (select: HTMLElement) => within(select.closest('div')?.parentElement ?? select);
const retryOf = (select: HTMLElement) => around(select).queryByRole('button', { name: 'Reintentar' });

it('on the dashboard they are asked for again by a button', async () => {
  const server = startServer({ listAgents: failed });
  openApp('/');
  const select = await screen.findByLabelText('Agente:', { exact: true });
  expect(await around(select).findByText('Agentes no disponibles')).toBeTruthy();
  server.answer('listAgents', someAgents);
  fireEvent.click(retryOf(select)!);
  expect(await within(select).findByText('Todos los agentes')).toBeTruthy();
  fireEvent.click(select);
  expect(await screen.findByRole('option', { name: 'Cobranza' })).toBeTruthy();
  expect(retryOf(select)).toBeNull();
});

it('among the filters of the history they are asked for again by a button', async () => {
  const server = startServer({ listAgents: failed, listCalls: json<'listCalls'>([], { 'x-total-count': '0' }) });
  openApp('/historial-llamadas');
  fireEvent.click(await screen.findByRole('button', { name: 'Filtro' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Agente' }));
  expect(await screen.findByText('Agentes no disponibles')).toBeTruthy();
  server.answer('listAgents', someAgents);
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('option', { name: 'Cobranza' })).toBeTruthy();
});

it('agents that were read once stay, though the next read fails', async () => {
  const server = startServer({ listAgents: someAgents });
  openApp('/');
  const select = await screen.findByLabelText('Agente:');
  expect(await within(select).findByText('Todos los agentes')).toBeTruthy();
  server.answer('listAgents', failed);
  const before = server.calls.length;
  act(() => server.say({ type: 'workspace_update', workspaceId: workspace.id }));
  await waitFor(() => expect(server.calls.slice(before)).toContain('listAgents'));
  expect(await within(select).findByText('Todos los agentes')).toBeTruthy();
  fireEvent.click(select);
  expect(await screen.findByRole('option', { name: 'Cobranza' })).toBeTruthy();
  expect(retryOf(select)).toBeNull();
});
