// The screen of settings loses nothing typed, and shows nothing that is no longer so.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { openApp, other, startServer as startAny, workspace } from '../../app/testing/open-app.tsx';
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
  setTabWorkspace(null);
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

it('adds what is typed beside a list when the section is saved, and sends its changed parts alone', async () => {
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
  screen.getByText('1 cambio sin guardar');
  fireEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  await screen.findByText('Configuración guardada');
  expect(sent).toEqual([{ version: 1, alertEmails: ['guardia@ejemplo.com'] }]);
  expect(asksBeforeClosing()).toBe(false);
});

it('asks before a section with unsaved changes is left, and drops them once that is agreed to', async () => {
  startServer();
  openApp('/settings?seccion=notificaciones');
  fireEvent.change(await screen.findByLabelText('Agregar un e-mail'), { target: { value: 'guardia@ejemplo.com' } });
  fireEvent.click((await sections()).getByRole('link', { name: 'Discado' }));
  const ask = async () => within(await screen.findByRole('alertdialog', { name: '¿Salir sin guardar?' }));
  fireEvent.click((await ask()).getByRole('button', { name: 'Cancelar' }));
  expect(window.location.search).toBe('?seccion=notificaciones');
  expect(screen.getByLabelText('Agregar un e-mail')).toHaveProperty('value', 'guardia@ejemplo.com');
  fireEvent.click((await sections()).getByRole('link', { name: 'Discado' }));
  fireEvent.click((await ask()).getByRole('button', { name: 'Salir sin guardar' }));
  await screen.findByLabelText('Fecha del feriado');
  await screen.findByText('Sin cambios');
  fireEvent.click((await sections()).getByRole('link', { name: 'Notificaciones y alertas' }));
  expect(await screen.findByLabelText('Agregar un e-mail')).toHaveProperty('value', '');
});

it('leads to what is typed beside a list and can’t be added, and saves nothing meanwhile', async () => {
  const server = startServer();
  openApp('/settings?seccion=notificaciones');
  const field = await screen.findByLabelText<HTMLInputElement>('Agregar un e-mail');
  fireEvent.change(field, { target: { value: 'guardia@' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Guardar Configuración' }));
  await screen.findByText('Revisa los campos marcados.');
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

/** Another person saves, and the tab hears of it. */
function saveElsewhere(server: FakeServer, settings: Partial<WorkspaceSettings>): void {
  server.answer('getSettings', json<'getSettings'>(buildSettings(settings)));
  act(() => server.say({ type: 'workspace_update', workspaceId: workspace.id }));
}

it('shows what others save at once, unless something is typed: then nothing moves until it is saved', async () => {
  const server = startServer();
  openApp('/settings?seccion=discado');
  const attempts = await screen.findByLabelText('Intentos a un mismo número por día');
  saveElsewhere(server, { version: 2, dailyAttempts: 5 });
  await waitFor(() => expect(attempts).toHaveProperty('value', '5'));
  fireEvent.change(attempts, { target: { value: '7' } });
  const reads = server.calls.length;
  saveElsewhere(server, { version: 3, dailyAttempts: 9, dialing: { ...buildSettings().dialing, reservedLines: 4 } });
  await waitFor(() => expect(server.calls.slice(reads)).toContain('getSettings'));
  expect(attempts).toHaveProperty('value', '7');
  expect(screen.getByLabelText('Líneas reservadas')).toHaveProperty('value', '2');
  fireEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(attempts).toHaveProperty('value', '9'));
});

it('keeps what is typed when the section was saved first by another, and saves it over theirs', async () => {
  const sent: unknown[] = [];
  const server = startServer({ putSettings: failure(409, 'stale_version') });
  openApp('/settings?seccion=discado');
  const attempts = await screen.findByLabelText('Intentos a un mismo número por día');
  fireEvent.change(attempts, { target: { value: '7' } });
  server.answer('getSettings', failure(500, 'internal'));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  await screen.findByText('Alguien guardó cambios antes. Recarga y vuelve a intentarlo.');
  expect(screen.queryByRole('button', { name: 'Guardar lo mío' })).toBeNull();
  expect(attempts).toHaveProperty('value', '7');

  const theirs = buildSettings({
    version: 2,
    dailyAttempts: 5,
    dialing: { ...buildSettings().dialing, reservedLines: 4 },
  });
  server.answer('getSettings', json<'getSettings'>(theirs));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  const notice = within(
    (await screen.findByText(/Otra persona guardó esta sección/)).closest('[role=status]') as HTMLElement,
  );
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Intentos a un mismo número por día. Guardado ahora: 5',
  ]);
  expect(attempts).toHaveProperty('value', '7');
  expect(screen.getByLabelText('Líneas reservadas')).toHaveProperty('value', '4');
  server.answer('putSettings', ({ body }) => {
    sent.push(body);
    return Response.json({ ...theirs, ...(body as object), version: 3 });
  });
  fireEvent.click(notice.getByRole('button', { name: 'Guardar lo mío' }));
  await screen.findByText('Configuración guardada');
  expect(sent).toEqual([{ version: 2, dailyAttempts: 7 }]);
  expect(screen.queryByText(/Otra persona guardó esta sección/)).toBeNull();
});

it('drops what is typed for what another saved', async () => {
  const server = startServer({ putSettings: failure(409, 'stale_version') });
  openApp('/settings?seccion=discado');
  const attempts = await screen.findByLabelText('Intentos a un mismo número por día');
  fireEvent.change(attempts, { target: { value: '7' } });
  server.answer('getSettings', json<'getSettings'>(buildSettings({ version: 2, dailyAttempts: 5 })));
  fireEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Usar lo guardado' }));
  await waitFor(() => expect(attempts).toHaveProperty('value', '5'));
  screen.getByText('Sin cambios');
});
