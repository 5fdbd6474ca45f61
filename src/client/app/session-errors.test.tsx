import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setTabWorkspace } from '../api/tab-state.ts';
import { failure } from '../testing/fake-server.ts';
import { openApp, startServer } from './testing/open-app.tsx';

/** A balancer's answer without a server behind it: nothing of ours in the body. */
const silent = () => new Response('<html>Bad Gateway</html>', { status: 502, statusText: 'Bad Gateway' });
const unreachable = () => Promise.reject(new TypeError('fetch failed'));

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

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
    const server = startServer({ serviceStatus: unreachable });
    openApp();
    expect(await screen.findByRole('button', { name: 'Retell.AI: Desconocido' })).toBeTruthy();
    expect(server.calls).toContain('serviceStatus');
  });
});
