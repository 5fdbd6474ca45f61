// A filter by agent keeps the agents that were read once.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setTabWorkspace } from '../api/tab-state.ts';
import { failure, json } from '../testing/fake-server.ts';
import { openApp, startServer, workspace } from './testing/open-app.tsx';
// Imported before the tests' time begins, because the application loads it on demand.
import '../ui/picker-popover.tsx';

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

const someAgents = json<'listAgents'>([{ agent_id: 'agent_1', agent_name: 'Cobranza' }]);
const failed = failure(502, 'provider_unavailable');

/** The surroundings of the agent field, because other parts of the screen fail as well. */
const around = (select: HTMLElement) => within(select.closest('div')?.parentElement ?? select);
const retryOf = (select: HTMLElement) => around(select).queryByRole('button', { name: 'Reintentar' });

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
