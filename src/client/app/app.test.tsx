import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Workspace } from '../../contract/access.ts';
import type { AgentPerformance } from '../../contract/analytics.ts';
import { createQueryClient } from '../api/query-client.ts';
import { setTabWorkspace } from '../api/tab-state.ts';
import { changeHelpPreferences, defaultHelpPreferences, getHelpPreferences } from '../help/help-choices.ts';
import { buildActiveCall, buildUser } from '../testing/factories.ts';
import { failure, json } from '../testing/fake-server.ts';
import { preloadFirstScreen } from './gate-chunks.ts';
import { LoadingScreen } from './gate-screens.tsx';
import { openDialog } from './overlays.ts';
import { openApp, other, startServer, workspace } from './testing/open-app.tsx';

const signedOut = failure(401, 'not_signed_in');
const withProvider = json<'appInfo'>({
  appName: '',
  version: '',
  buildDate: '',
  signIn: { password: true, passkey: false, oidc: 'Mi empresa', recovery: false, canMailLinks: true },
});

// A screen's first import compiles it, which is slow on a busy machine.
afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

describe('a screen that fails', () => {
  it('keeps the sidebar, is read again on request, and is left as any other', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const server = startServer({
      listActiveCalls: json<'listActiveCalls'>([null as never]),
      listCampaigns: json<'listCampaigns'>([]),
    });
    openApp();
    expect(await screen.findByText('Algo salió mal en esta pantalla')).toBeTruthy();
    const sidebar = within(screen.getByRole('navigation', { name: 'Navegación principal' }));
    fireEvent.click(sidebar.getByRole('link', { name: 'Workspaces' }));
    expect(await screen.findByRole('heading', { name: 'Gestión de Workspaces' })).toBeTruthy();
    fireEvent.click(sidebar.getByRole('link', { name: 'Dashboard' }));
    await screen.findByText('Algo salió mal en esta pantalla');
    server.answer('listActiveCalls', json<'listActiveCalls'>([buildActiveCall()]));
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect(screen.queryByText('Algo salió mal en esta pantalla')).toBeNull();
  });
});

describe('the gate', () => {
  it("says 'Cargando...' while it finds out, then shows the sign-in form at any path, with the fallbacks of the app info", async () => {
    startServer({ currentUser: signedOut });
    openApp('/historico-campanas');
    expect(screen.getByText('Cargando...')).toBeTruthy();
    expect(await screen.findByLabelText('Usuario')).toBeTruthy();
    expect(screen.getByText('v2.1.0 · Build: N/A')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Vocero' })).toBeTruthy();
  });

  it('shows why a sign-in failed with the password to type over, and opens the address after one that did not', async () => {
    const server = startServer({ currentUser: signedOut, login: failure(401, 'invalid_credentials') });
    openApp('/?periodo=7d');
    fireEvent.change(await screen.findByLabelText('Usuario'), { target: { value: 'jefa' } });
    fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'mal' } });
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    expect(screen.getByRole('button', { name: 'Iniciando sesión...' })).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('Usuario')).toHaveProperty('disabled', true);
    expect((await screen.findByRole('alert')).textContent).toBe('Credenciales inválidas');
    const password = screen.getByLabelText<HTMLInputElement>('Contraseña');
    await waitFor(() => expect(document.activeElement).toBe(password));
    expect(password.value.slice(password.selectionStart ?? 0, password.selectionEnd ?? 0)).toBe('mal');

    server.answer('login', json<'login'>(buildUser()));
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect(`${window.location.pathname}${window.location.search}`).toBe('/?periodo=7d');
    expect(await screen.findByText('Bienvenido al sistema de monitoreo')).toBeTruthy();
  });

  it('asks for the second factor of somebody whom the provider confirmed, though another person is signed in', async () => {
    startServer({
      appInfo: withProvider,
      loginByCode: json<'loginByCode'>(buildUser({ id: other.id, username: 'bea' })),
    });
    openApp('/?periodo=7d#codigo=reto.totp');
    fireEvent.change(await screen.findByLabelText('Código'), { target: { value: '123456' } });
    expect(window.location.hash).toBe('');
    fireEvent.click(screen.getByRole('button', { name: 'Verificar' }));
    expect(await screen.findByRole('button', { name: /Menú de usuario: bea/ })).toBeTruthy();
    expect(`${window.location.pathname}${window.location.search}`).toBe('/?periodo=7d');
  });

  it('keeps the link that confirms an address while its person signs in at the provider, and then uses it once', async () => {
    const ownEmail = { email: 'bea@ejemplo.com', confirmedAt: null, canSend: true };
    const confirmed: unknown[] = [];
    const server = startServer({
      appInfo: withProvider,
      currentUser: signedOut,
      getOwnEmail: json<'getOwnEmail'>(ownEmail),
      confirmEmail({ body }) {
        confirmed.push(body);
        return Response.json({ ...ownEmail, confirmedAt: '2026-01-02T03:04:05.000Z' });
      },
    });
    openApp('/confirmar-email#ficha');
    const link = await screen.findByRole('link', { name: 'Entrar con Mi empresa' });
    expect(link.getAttribute('href')).not.toContain('ficha');
    // The page would be left here.
    link.addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(link);
    cleanup();
    server.answer('currentUser', json<'currentUser'>(buildUser()));
    openApp('/confirmar-email');
    expect(await screen.findByText('Confirmado')).toBeTruthy();
    expect(confirmed).toEqual([{ token: 'ficha' }]);
    cleanup();
    openApp('/confirmar-email');
    expect(await screen.findByText('Sin confirmar')).toBeTruthy();
    expect(confirmed).toHaveLength(1);
  });

  it('leads from /login to the dashboard', async () => {
    startServer({ currentUser: signedOut, login: json<'login'>(buildUser()) });
    openApp('/login');
    fireEvent.change(await screen.findByLabelText('Usuario'), { target: { value: 'jefa' } });
    fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'x' } });
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect(window.location.pathname).toBe('/');
  });

  it('says that the connection failed when there was no answer', async () => {
    startServer({ currentUser: signedOut, login: () => Promise.reject(new TypeError('fetch failed')) });
    openApp();
    fireEvent.change(await screen.findByLabelText('Usuario'), { target: { value: 'jefa' } });
    fireEvent.change(screen.getByLabelText('Contraseña'), { target: { value: 'x' } });
    fireEvent.click(screen.getByRole('button', { name: 'Iniciar Sesión' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Error de conexión. Por favor, intenta nuevamente.');
  });

  it('lets itself be assigned a workspace, and leads to making one when there is none', async () => {
    const server = startServer({
      listWorkspaces: json<'listWorkspaces'>([]),
      currentWorkspace: failure(404, 'no_workspace'),
      autoAssignWorkspace: failure(404, 'no_workspace'),
    });
    openApp();
    expect(await screen.findByText('Selecciona un workspace para continuar')).toBeTruthy();
    expect(server.calls).toContain('autoAssignWorkspace');
    fireEvent.click(screen.getByRole('button', { name: 'Crear Workspace' }));
    const dialog = await screen.findByRole('dialog', { name: 'Crear Nuevo Workspace' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Crear Workspace' }));
    expect(await within(dialog).findByText('El nombre es requerido')).toBeTruthy();
    expect(within(dialog).getByText('La API Key de Retell es requerida')).toBeTruthy();
    expect(server.calls).not.toContain('createWorkspace');
  });
});

describe('the start', () => {
  it('asks for all of the session at once and for nothing twice, and draws the screen at first sight', async () => {
    const server = startServer();
    const session = ['currentUser', 'appInfo', 'currentWorkspace', 'listWorkspaces'];
    const client = createQueryClient();
    const ready = preloadFirstScreen(client, '/', '');
    expect(server.calls).toEqual(session);
    await ready;
    // The screen's own reads run before it is drawn, too.
    const now = ['listCampaigns', 'getCopcMetrics', 'listAlerts', 'webhookStatus', 'getFirstSteps'];
    const first = ['getMetrics', 'getVerdict', 'getCallVolume', 'listActiveCalls', ...now, 'listFilteredCalls'];
    await waitFor(() => expect(server.calls).toEqual([...session, ...first]));
    openApp('/', client);
    // Neither 'Cargando...' nor a placeholder: everything has loaded.
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Historial de Llamadas (Hoy)' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Rendimiento de Agentes' })).toBeTruthy();
    await screen.findByText('1.234');
    const answered = [...session, 'getMetrics', 'listActiveCalls', 'listFilteredCalls'];
    expect(server.calls.filter((name) => answered.includes(name))).toEqual(answered);
  });

  it('asks for no workspace at the sign-in screen', async () => {
    const server = startServer({ currentUser: signedOut });
    const client = createQueryClient();
    await preloadFirstScreen(client, '/login', '');
    expect(server.calls).toEqual(['currentUser', 'appInfo']);
    openApp('/login', client);
    expect(screen.getByLabelText('Usuario')).toBeTruthy();
  });

  it('shows the sign-in screen at any address where nobody is there', async () => {
    startServer({ currentUser: signedOut, currentWorkspace: signedOut, listWorkspaces: signedOut });
    const client = createQueryClient();
    await preloadFirstScreen(client, '/historico-campanas', '');
    openApp('/historico-campanas', client);
    expect(await screen.findByLabelText('Usuario')).toBeTruthy();
  });

  it('asks anew for a workspace whose first answer failed', async () => {
    const server = startServer({ currentWorkspace: failure(503, 'unavailable') });
    const client = createQueryClient();
    await preloadFirstScreen(client, '/', '');
    server.answer('currentWorkspace', json<'currentWorkspace'>(workspace));
    openApp('/', client);
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  });

  it("brings along in the page what says 'Cargando...' until then", async () => {
    const page = await readFile(path.resolve(import.meta.dirname, '../index.html'), 'utf8');
    const { container } = render(<LoadingScreen />);
    expect(page).toContain(`<div id="root">${container.innerHTML}</div>`);
  });
});

describe('the shell', () => {
  it.each([
    ['admin', 'Administrador'],
    ['editor', 'Editor'],
    ['operator', 'Operador'],
    ['owner', 'Visualizador'],
  ])('says in the header which workspace this is, what it is for, and that there one is %s: %s', async (role, name) => {
    const description = 'Cobranza temprana de tarjetas, turno mañana';
    startServer({
      listWorkspaces: json<'listWorkspaces'>([{ ...workspace, role: role as Workspace['role'], description }, other]),
    });
    openApp();
    const title = await screen.findByRole('heading', { name: 'Dashboard' });
    const header = within(title.closest('header') ?? title);
    expect(header.getByText('Ventas Q1').title).toBe('Ventas Q1');
    expect(header.getByText(name)).toBeTruthy();
    // The description is cut, and complete in its title.
    expect(header.getByText(description).title).toBe(description);
  });

  it('stays where something typed would be lost, and follows once it is given up', async () => {
    const server = startServer({ changeOwnPassword: failure(422, 'wrong_password') });
    openApp();
    await screen.findByRole('heading', { name: 'Dashboard' });
    act(() => openDialog('password'));
    fireEvent.change(await screen.findByLabelText('Contraseña actual'), { target: { value: 'anterior' } });
    server.answer('currentWorkspace', json<'currentWorkspace'>({ ...other, isCurrent: true }));
    act(() => server.say({ type: 'workspace_switched', workspaceId: other.id }));
    expect(await screen.findByText('Esta pestaña muestra otro workspace. Recárgala para continuar.')).toBeTruthy();
    expect(screen.getByLabelText('Contraseña actual')).toHaveProperty('value', 'anterior');
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByText('Workspace cambiado en otra pestaña')).toBeTruthy();
    expect(screen.queryByText('Esta pestaña muestra otro workspace. Recárgala para continuar.')).toBeNull();
  });

  it('says so when the server refuses what a tab of another workspace does', async () => {
    const server = startServer();
    openApp();
    await screen.findByRole('heading', { name: 'Dashboard' });
    server.answer('listActiveCalls', failure(409, 'workspace_mismatch'));
    act(() => server.say({ type: 'active_calls_update', workspaceId: workspace.id }));
    expect(await screen.findByText('Esta pestaña muestra otro workspace. Recárgala para continuar.')).toBeTruthy();
  });

  it('shows no screen to a role that may not see it', async () => {
    startServer({ listWorkspaces: json<'listWorkspaces'>([{ ...workspace, role: 'operator' }]) });
    openApp('/settings');
    expect(await screen.findByText('Sin permisos para ver esta sección')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Configuración' })).toBeTruthy();
  });

  it('offers the way back where the wizard is not for the role', async () => {
    startServer({ listWorkspaces: json<'listWorkspaces'>([{ ...workspace, role: 'operator' }]) });
    openApp('/nueva-campana');
    expect(await screen.findByText('Sin permisos para ver esta sección')).toBeTruthy();
    // The link, not the logo of the same name.
    fireEvent.click(screen.getByText('Volver al Dashboard'));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  });
});

/** Metrics with so many calls under way. */
const metricsOf = (activeCalls: number) => ({
  totalCalls: 1_234,
  inboundCalls: 1_234,
  outboundCalls: 0,
  webCalls: 0,
  agentCalls: {},
  activeCalls,
  finishedCalls: 1_233,
  successRate: 66.66,
  avgDuration: 75.4,
});

describe('the dashboard', () => {
  it('tells failed from empty, and reads again on Reintentar', async () => {
    const server = startServer({
      listActiveCalls: failure(503, 'unavailable'),
      getMetrics: json<'getMetrics'>(metricsOf(0)),
    });
    openApp();
    const card = await screen.findByRole('region', { name: 'Llamadas Activas' });
    await within(card).findByText('No se pudieron cargar los datos');
    server.answer('listActiveCalls', json<'listActiveCalls'>([]));
    fireEvent.click(within(card).getByRole('button', { name: 'Reintentar' }));
    expect(await within(card).findByText('Sin llamadas activas')).toBeTruthy();
    expect(within(card).getByText('Sin actividad actual')).toBeTruthy();
  });

  it('counts all calls under way, also those that the list does not hold, and says that it shows the newest', async () => {
    const calls = Array.from({ length: 9 }, (_, index) => buildActiveCall({ id: `call_000${index}` }));
    const server = startServer({
      listActiveCalls: json<'listActiveCalls'>(calls, { 'x-total-count': '1234' }),
      getMetrics: json<'getMetrics'>(metricsOf(1_234)),
    });
    openApp();
    const card = within(await screen.findByRole('region', { name: 'Llamadas Activas' }));
    expect(await card.findByText('1.234 llamadas en curso')).toBeTruthy();
    expect(card.getByText('• las 6 más recientes')).toBeTruthy();
    expect(card.getAllByRole('listitem')).toHaveLength(6);
    server.answer('listActiveCalls', json<'listActiveCalls'>(calls.slice(0, 6), { 'x-total-count': '6' }));
    act(() => {
      server.say({ type: 'active_calls_update', workspaceId: workspace.id });
      server.say({ type: 'metrics_update', workspaceId: workspace.id, metrics: metricsOf(6) });
    });
    expect(await card.findByText('6 llamadas en curso')).toBeTruthy();
    expect(card.queryByText(/más recientes/)).toBeNull();
  });

  it('says why a figure is not known, on the figure itself, also while help is off', async () => {
    changeHelpPreferences({ ...getHelpPreferences(), enabled: false });
    const idle: AgentPerformance = {
      agent_id: 'agent_1234',
      agent_name: 'Sofía',
      success_rate: 0,
      total_calls: 1,
      finished_calls: 0,
      completed_calls: 0,
      judged_calls: 0,
      goal_rate: null,
      avg_duration: 0,
    };
    startServer({
      getMetrics: json<'getMetrics'>({
        totalCalls: 1,
        inboundCalls: 1,
        outboundCalls: 0,
        webCalls: 0,
        agentCalls: { [idle.agent_id]: 1 },
        activeCalls: 1,
        finishedCalls: 0,
        successRate: 0,
        avgDuration: 0,
      }),
      getAgentPerformance: json<'getAgentPerformance'>([idle]),
    });
    openApp();
    const reasonsIn = async (name: string): Promise<(string | null)[]> => {
      const region = within(await screen.findByRole('region', { name }));
      return (await region.findAllByText('Sin datos')).map((unknown) => unknown.textContent);
    };
    const noDuration = 'Sin datos: Ninguna llamada del período tiene duración.';
    const noneFinished = 'Sin datos: Ninguna llamada del período finalizó todavía.';
    expect(await reasonsIn('Resumen')).toEqual([noDuration, noneFinished]);
    expect(await reasonsIn('Rendimiento de Agentes')).toEqual([
      noneFinished,
      'Sin datos: Ninguna llamada del agente fue analizada.',
      noDuration,
    ]);
    const [unknown] = screen.getAllByText('Sin datos');
    act(() => unknown?.focus());
    expect((await screen.findByRole('tooltip')).textContent).toContain('Ninguna llamada del período tiene duración.');
    changeHelpPreferences(defaultHelpPreferences);
  });
});
