import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showWorkspace } from '../api/tab-state.ts';
import { failure, json, type FakeServer } from '../testing/fake-server.ts';
import { openOverlay } from './overlays.ts';
import { openApp, other, startServer } from './testing/open-app.tsx';

/** A balancer's answer without a server behind it: nothing of ours in the body. */
const silent = () => new Response('<html>Bad Gateway</html>', { status: 502, statusText: 'Bad Gateway' });
const unreachable = () => Promise.reject(new TypeError('fetch failed'));

afterEach(() => {
  cleanup();
  showWorkspace(null);
  vi.unstubAllGlobals();
});

/** Opens a menu of the sidebar by its button and chooses an entry. */
async function chooseEntry(button: RegExp, entry: string): Promise<void> {
  fireEvent.keyDown(await screen.findByRole('button', { name: button }), { key: 'ArrowDown' });
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
}

async function openDashboard(overrides: Parameters<typeof startServer>[0]): Promise<FakeServer> {
  const server = startServer(overrides);
  openApp();
  await screen.findByRole('heading', { name: 'Dashboard' });
  return server;
}

describe('the error catalogue of session and workspace (spec A 8)', () => {
  it('says what a refused sign-in says, else that the credentials are invalid', async () => {
    const server = startServer({
      currentUser: failure(401, 'not_signed_in'),
      login: failure(429, 'too_many_attempts'),
    });
    openApp();
    fireEvent.change(await screen.findByLabelText('Usuario'), { target: { value: 'jefa' } });
    fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'x' } });
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Demasiados intentos fallidos. Intenta de nuevo en unos minutos.',
    );
    server.answer('login', silent);
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    expect(await screen.findByText('Credenciales inválidas')).toBeTruthy();
  });

  it('tells a refused sign-out from one without an answer', async () => {
    const server = await openDashboard({ logout: silent });
    await chooseEntry(/Menú de usuario/, 'Logout');
    expect(await screen.findByText('No se pudo cerrar la sesión')).toBeTruthy();
    server.answer('logout', unreachable);
    await chooseEntry(/Menú de usuario/, 'Logout');
    expect(await screen.findByText('Error de conexión')).toBeTruthy();
    server.answer('logout', json<'logout'>({ ok: true }));
    await chooseEntry(/Menú de usuario/, 'Logout');
    expect(await screen.findByText('Sesión cerrada')).toBeTruthy();
    expect(screen.getByText('Has cerrado sesión exitosamente')).toBeTruthy();
    expect(window.location.pathname).toBe('/login');
  });

  it('says that a workspace could not be switched, and that it was', async () => {
    const server = await openDashboard({ switchWorkspace: silent });
    await chooseEntry(/Workspace Activo/, other.name);
    expect(await screen.findByText('No se pudo cambiar de workspace.')).toBeTruthy();
    server.answer('switchWorkspace', json<'switchWorkspace'>({ ...other, isCurrent: true }));
    await chooseEntry(/Workspace Activo/, other.name);
    expect(await screen.findByText('Workspace cambiado')).toBeTruthy();
    expect(screen.getByText('Has cambiado de workspace exitosamente.')).toBeTruthy();
  });

  it('says that a workspace could not be created, and keeps what was typed', async () => {
    await openDashboard({ createWorkspace: silent });
    act(() => openOverlay('createWorkspace'));
    const dialog = await screen.findByRole('dialog', { name: 'Crear Nuevo Workspace' });
    fireEvent.change(within(dialog).getByLabelText('Nombre del Workspace'), { target: { value: 'Ventas Q2' } });
    fireEvent.change(within(dialog).getByLabelText('API Key de Retell'), { target: { value: 'key_1' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Crear Workspace' }));
    expect(await within(dialog).findByText('Failed to create workspace')).toBeTruthy();
    expect(await screen.findByText('No se pudo crear el workspace.')).toBeTruthy();
    expect(within(dialog).getByLabelText('Nombre del Workspace')).toHaveProperty('value', 'Ventas Q2');
  });

  it('says why no workspace could be assigned: in the words of the server, else in its own', async () => {
    const server = startServer({ currentWorkspace: failure(404, 'no_workspace'), autoAssignWorkspace: silent });
    openApp();
    expect(await screen.findByText('No se pudo asignar un workspace.')).toBeTruthy();
    server.answer('autoAssignWorkspace', failure(503, 'unavailable'));
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(
      await screen.findByText('El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.'),
    ).toBeTruthy();
  });

  it('shows an unknown service status where its status can not be read', async () => {
    const server = await openDashboard({ serviceStatus: unreachable });
    expect(await screen.findByRole('button', { name: 'Retell.AI: Desconocido' })).toBeTruthy();
    expect(server.calls).toContain('serviceStatus');
  });
});
