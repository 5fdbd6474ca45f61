import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { SessionProvider } from '../../session/session.ts';
import { buildCall, buildUser, buildWorkspace } from '../../testing/factories.ts';
import { failure, json, startFakeServer } from '../../testing/fake-server.ts';
import { createAgentCallsLinkBuilder } from './agent-lists.ts';
import AgentLatestCallsCard from './latest-calls-card.tsx';

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

it('shows the last range’s calls as old until the new one’s are there, and says when they cannot be renewed', async () => {
  const workspace = buildWorkspace();
  setTabWorkspace(workspace.id);
  const server = startFakeServer({
    listCalls: json<'listCalls'>([{ ...buildCall({ customerName: 'Ana' }), snippet: null, contactName: null }], {
      'x-total-count': '31',
    }),
  });
  const client = createQueryClient();
  const draw = (from: string) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={{ user: buildUser(), workspace, workspaces: [workspace], role: workspace.role }}>
        <AgentLatestCallsCard lists={createAgentCallsLinkBuilder('agent_1234', { from, to: '2026-11-21' })} />
      </SessionProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(draw('2026-11-01'));
  const row = await screen.findByText('Ana');
  const isBusy = () => row.closest('[aria-busy]')?.getAttribute('aria-busy');
  screen.getByText('Las 1 más nuevas de 31');
  expect(isBusy()).toBe('false');

  const answer = Promise.withResolvers<Response>();
  server.answer('listCalls', () => answer.promise);
  rerender(draw('2026-11-20'));
  expect(isBusy()).toBe('true');
  expect(screen.queryByText('Las 1 más nuevas de 31')).toBeNull();
  expect(screen.getByRole('link', { name: 'Ver todas en el historial' }).dataset['figure']).toBeUndefined();
  answer.resolve(Response.json([buildCall({ customerName: 'Ana' })], { headers: { 'x-total-count': '4' } }));
  await screen.findByText('Las 1 más nuevas de 4');

  server.answer('listCalls', failure(500, 'internal'));
  await client.invalidateQueries();
  await screen.findByText('No se pudo actualizar. Se muestran los últimos datos.');
  server.answer(
    'listCalls',
    json<'listCalls'>([{ ...buildCall({ customerName: 'Bea' }), snippet: null, contactName: null }], {
      'x-total-count': '4',
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
  await screen.findByText('Bea');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
