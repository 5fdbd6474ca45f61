// What must not be lost on the screen of settings, or be taken for what it no longer is.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showWorkspace } from '../../api/tab-state.ts';
import { openApp, other, startServer as startAny } from '../../app/testing/open-app.tsx';
import { buildSettings } from '../../testing/factories.ts';
import { failure, json, type FakeServer } from '../../testing/fake-server.ts';
// Read before the tests' time begins: the application fetches them when they are opened.
import './api/api-section.tsx';
import './api/create-token-dialog.tsx';
import './audit/audit-section.tsx';
import './do-not-call/do-not-call-section.tsx';
import './events/events-section.tsx';
import './settings-page.tsx';

const startServer = (overrides: Parameters<typeof startAny>[0] = {}): FakeServer =>
  startAny({ getSettings: json<'getSettings'>(buildSettings()), ...overrides });

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  showWorkspace(null);
  vi.unstubAllGlobals();
});

/** Another tab of the session goes to the other workspace. */
function switchElsewhere(server: FakeServer): void {
  server.answer('currentWorkspace', json<'currentWorkspace'>({ ...other, isCurrent: true }));
  act(() => server.say({ type: 'workspace_switched', workspaceId: other.id }));
}

/** The list of sections. */
const sections = async () => within(await screen.findByRole('navigation', { name: 'Secciones de configuración' }));

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

it.each([
  ['auditoria', 'Auditoría', ['listAuditLog']],
  ['api', 'API', ['listTokens']],
  ['eventos', 'Eventos salientes', ['listDialChecks']],
  ['no-llamar', 'Lista No Llamar', ['listDoNotCall', 'listDoNotCallLists']],
] as const)(
  'reads what no message tells of whenever %s is opened, and every half minute',
  async (name, label, reads) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const server = startServer({
      listAuditLog: json<'listAuditLog'>([], { 'x-total-count': '0' }),
      listDialChecks: json<'listDialChecks'>([]),
      listDoNotCall: json<'listDoNotCall'>([], { 'x-total-count': '0' }),
      listDoNotCallLists: json<'listDoNotCallLists'>([]),
      listEventWebhooks: json<'listEventWebhooks'>([]),
      listTokens: json<'listTokens'>([]),
    });
    const readsOf = () => reads.map((each) => server.calls.filter((called) => called === each).length);
    // Sooner than the interval would.
    const seen = async (before: readonly number[]) =>
      waitFor(() => expect(readsOf().every((count, each) => count > (before[each] ?? 0))).toBe(true), {
        timeout: 20_000,
      });
    openApp(`/settings?seccion=${name}`);
    await seen([]);
    const nav = within(await screen.findByRole('navigation', { name: 'Secciones de configuración' }));
    fireEvent.click(nav.getByRole('link', { name: 'Regional' }));
    const left = readsOf();
    fireEvent.click(nav.getByRole('link', { name: label }));
    await seen(left);
    const opened = readsOf();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await seen(opened);
  },
);

it('asks before the section or the screen of an upload under way is left', async () => {
  const abort = vi.fn<() => void>();
  // An upload goes on until it is aborted.
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      readonly upload = new EventTarget();
      readonly abort = abort;
      open(): void {}
      setRequestHeader(): void {}
      send(): void {}
    },
  );
  startServer({
    listDoNotCall: json<'listDoNotCall'>([], { 'x-total-count': '0' }),
    listDoNotCallLists: json<'listDoNotCallLists'>([]),
  });
  openApp('/settings?seccion=no-llamar');
  const file = new File(['1152890000'], 'registro.txt', { type: 'text/plain' });
  fireEvent.change(await screen.findByLabelText('Archivo de números'), { target: { files: [file] } });
  await screen.findByText('Subiendo registro.txt');
  expect(asksBeforeClosing()).toBe(true);
  for (const [place, name] of [
    [await sections(), 'Regional'],
    [within(screen.getByRole('navigation', { name: 'Navegación principal' })), 'Dashboard'],
  ] as const) {
    fireEvent.click(place.getByRole('link', { name }));
    const dialog = within(await screen.findByRole('alertdialog', { name: '¿Salir sin terminar de subir?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  }
  // A filter of the section's own list leaves nothing.
  fireEvent.change(screen.getByLabelText('Origen'), { target: { value: 'registry' } });
  expect(window.location.search).toBe('?seccion=no-llamar&origen=registry');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(abort).not.toHaveBeenCalled();
  fireEvent.click((await sections()).getByRole('link', { name: 'Regional' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Salir y cancelar' }));
  await screen.findByRole('region', { name: 'Configuración Regional' });
  expect(abort).toHaveBeenCalledOnce();
  expect(asksBeforeClosing()).toBe(false);
});

it('keeps what is typed beside a list through its sections, and adds it when it saves', async () => {
  const sent: unknown[] = [];
  startServer({
    putSettings: ({ body }) => {
      sent.push(body);
      return Response.json({ ...buildSettings(), ...(body as object), version: 2 });
    },
  });
  openApp('/settings?seccion=notificaciones');
  fireEvent.change(await screen.findByLabelText('Agregar un e-mail'), { target: { value: ' guardia@ejemplo.com ' } });
  expect(asksBeforeClosing()).toBe(true);
  fireEvent.click((await sections()).getByRole('link', { name: /Discado/ }));
  fireEvent.change(await screen.findByLabelText('Fecha del feriado'), { target: { value: '09/07/2031' } });
  screen.getByText('2 cambios sin guardar');
  (await sections()).getByRole('link', { name: 'Notificaciones y alertas con cambios sin guardar' });
  fireEvent.click((await sections()).getByRole('link', { name: 'Regional' }));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  await screen.findByText('Configuración guardada');
  expect(sent).toMatchObject([
    { version: 1, alertEmails: ['guardia@ejemplo.com'], callingWindow: { holidays: ['2031-07-09'] } },
  ]);
  expect(Object.keys(sent[0] ?? {}).toSorted()).toEqual(['alertEmails', 'callingWindow', 'version']);
  expect(asksBeforeClosing()).toBe(false);
});

it('leads to what is typed beside a list and can’t be added, and saves nothing meanwhile', async () => {
  const server = startServer();
  openApp('/settings?seccion=notificaciones');
  fireEvent.change(await screen.findByLabelText('Agregar un e-mail'), { target: { value: 'guardia@' } });
  fireEvent.click((await sections()).getByRole('link', { name: 'Regional' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar Configuración' }));
  await screen.findByText('Revisa los campos marcados.');
  const field = await screen.findByLabelText<HTMLInputElement>('Agregar un e-mail');
  screen.getByText('Email inválido');
  expect(field.value).toBe('guardia@');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(server.calls).not.toContain('putSettings');
  fireEvent.change(field, { target: { value: 'guardia@ejemplo.com' } });
  expect(screen.queryByText('Email inválido')).toBeNull();
});

it('asks before the section is left in which a number is typed and not added', async () => {
  startServer({
    listDoNotCall: json<'listDoNotCall'>([], { 'x-total-count': '0' }),
    listDoNotCallLists: json<'listDoNotCallLists'>([]),
  });
  openApp('/settings?seccion=no-llamar');
  const field = await screen.findByPlaceholderText('+54 11 5555-1234');
  fireEvent.change(field, { target: { value: '11 5555-1234' } });
  fireEvent.click((await sections()).getByRole('link', { name: 'Regional' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: '¿Salir sin agregar el número?' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(field).toHaveProperty('value', '11 5555-1234');
  expect(window.location.search).toBe('?seccion=no-llamar');
});

it('compares with nothing where somebody has saved before and what they saved can’t be read', async () => {
  const server = startServer({ putSettings: failure(409, 'stale_version') });
  openApp('/settings?seccion=discado');
  const attempts = await screen.findByLabelText('Intentos a un mismo número por día');
  fireEvent.change(attempts, { target: { value: '7' } });
  server.answer('getSettings', failure(500, 'internal'));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  await screen.findByText('Alguien guardó cambios antes. Recarga y vuelve a intentarlo.');
  expect(screen.queryByRole('button', { name: 'Comparar' })).toBeNull();
  expect(attempts).toHaveProperty('value', '7');

  server.answer('getSettings', json<'getSettings'>({ ...buildSettings(), version: 2, dailyAttempts: 5 }));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  await screen.findByRole('button', { name: 'Comparar' });
});
