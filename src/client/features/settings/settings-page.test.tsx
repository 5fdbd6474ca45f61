// What must not be lost on the screen of settings, or be taken for what it no longer is.
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showWorkspace } from '../../api/tab-state.ts';
import { openApp, other, startServer as startAny } from '../../app/testing/open-app.tsx';
import { buildSettings } from '../../testing/factories.ts';
import { json, type FakeServer } from '../../testing/fake-server.ts';
// Read before the tests' time begins: the application fetches them when they are opened.
import './api/api-section.tsx';
import './api/create-token-dialog.tsx';
import './settings-page.tsx';

const startServer = (overrides: Parameters<typeof startAny>[0] = {}): FakeServer =>
  startAny({ getSettings: json<'getSettings'>(buildSettings()), ...overrides });

afterEach(() => {
  cleanup();
  showWorkspace(null);
  vi.unstubAllGlobals();
});

/** Another tab of the session goes to the other workspace. */
function switchElsewhere(server: FakeServer): void {
  server.answer('currentWorkspace', json<'currentWorkspace'>({ ...other, isCurrent: true }));
  act(() => server.say({ type: 'workspace_switched', workspaceId: other.id }));
}

const asksBeforeClosing = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it.each(['while it is made', 'while it is shown'])(
  'keeps a secret that is shown once until it is closed, whatever another tab does %s',
  async (when) => {
    const answer = Promise.withResolvers<Response>();
    const server = startServer({
      listTokens: json<'listTokens'>([]),
      createToken: () => answer.promise,
    });
    openApp('/settings?seccion=api');
    fireEvent.click(await screen.findByRole('button', { name: 'Crear token' }));
    fireEvent.change(await screen.findByLabelText('Nombre'), { target: { value: 'CRM' } });
    fireEvent.click(screen.getByRole('button', { name: 'Crear' }));
    await screen.findByRole('button', { name: 'Creando...' });
    if (when === 'while it is made') switchElsewhere(server);
    await act(async () => answer.resolve(Response.json({ id: other.id, token: 'vcr_secret' })));
    await screen.findByText('vcr_secret');
    if (when === 'while it is shown') switchElsewhere(server);
    await screen.findByText('Esta pestaña muestra otro workspace. Recárgala para continuar.');
    screen.getByText('vcr_secret');
    expect(asksBeforeClosing()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Listo' }));
    await screen.findByText('Workspace cambiado en otra pestaña');
    expect(asksBeforeClosing()).toBe(false);
  },
);
