import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Alert } from '../../../contract/alerts.ts';
import { defaultAlertChannelSettings } from '../../../contract/settings.ts';
import { setTabWorkspace } from '../../api/tab-state.ts';
import { buildSettings } from '../../testing/factories.ts';
import { json } from '../../testing/fake-server.ts';
import { openApp, other, startServer, workspace } from '../testing/open-app.tsx';
import { filterAlertsRaisedAfter } from './use-alert-news.ts';

// Stands for IndexedDB, which this environment lacks.
vi.mock('idb-keyval', async (load) => ({
  ...(await load<object>()),
  createStore: () => null,
  update: async (_: string, take: () => unknown) => void take(),
}));

const alert: Alert = {
  id: '00000000-0000-4000-8000-0000000000a1',
  kind: 'provider_incident',
  subject: '',
  details: { status: 'degraded', description: 'Latencia alta' },
  raisedAt: '2026-11-21T12:00:00.000Z',
  clearedAt: null,
  isRead: false,
  deliveries: [{ channel: 'email', phase: 'raised', state: 'failed', lastError: 'refused' }],
};

afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  vi.unstubAllGlobals();
});

describe('the bell', () => {
  it('takes for new what was raised after the first look', () => {
    const later = { ...alert, id: '2', raisedAt: '2026-11-21T12:00:01.000Z' };
    expect(filterAlertsRaisedAfter([alert], null)).toEqual([]);
    expect(filterAlertsRaisedAfter([later, alert], alert.raisedAt)).toEqual([later]);
  });

  it('shows what could not be sent, and asks for the permission to notify only by a click', async () => {
    const requestPermission = vi.fn(() => Promise.resolve('granted'));
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    startServer({
      listAlerts: json<'listAlerts'>({ unread: 1, total: 1, alerts: [alert] }),
      markAlertsRead: json<'markAlertsRead'>({ unread: 0 }),
      getSettings: json<'getSettings'>(
        buildSettings({ notifications: { ...defaultAlertChannelSettings, browser: true } }),
      ),
    });
    openApp();
    fireEvent.click(await screen.findByRole('button', { name: 'Alertas: 1 sin leer' }));
    expect(await screen.findByText('No se pudo enviar por Email')).toBeTruthy();
    const offer = await screen.findByRole('button', { name: 'Activar avisos del navegador' });
    expect(requestPermission).not.toHaveBeenCalled();
    fireEvent.click(offer);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Activar avisos del navegador' })).toBeNull());
    expect(requestPermission).toHaveBeenCalledOnce();
  });
});

describe('a notification of the browser', () => {
  /** Notifications shown so far. */
  const shown: EventTarget[] = [];
  class FakeNotification extends EventTarget {
    static readonly permission = 'granted';
    readonly close = vi.fn<() => void>();
    constructor() {
      super();
      shown.push(this);
    }
  }

  it('opens where its alert leads, in the workspace that it is of', async () => {
    vi.stubGlobal('Notification', FakeNotification);
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
    const alerts = { unread: 0, total: 0, alerts: [] };
    const server = startServer({
      listAlerts: json<'listAlerts'>(alerts),
      getSettings: json<'getSettings'>(
        buildSettings({ notifications: { ...defaultAlertChannelSettings, browser: true } }),
      ),
    });
    openApp();
    await screen.findByRole('button', { name: 'Alertas' });
    const raised: Alert = { ...alert, kind: 'unknown_reason', subject: 'a b', details: {} };
    await waitFor(() => expect(server.calls).toContain('listAlerts'));
    server.answer('listAlerts', json<'listAlerts'>({ ...alerts, alerts: [raised] }));
    act(() => server.say({ type: 'alert_update', workspaceId: workspace.id, alertIds: [raised.id] }));
    await waitFor(() => expect(shown).toHaveLength(1));
    const click = () => act(() => void shown[0]?.dispatchEvent(new Event('click')));
    click();
    expect(`${window.location.pathname}${window.location.search}`).toBe('/historial-llamadas?reason=a%20b');
    server.answer('currentWorkspace', json<'currentWorkspace'>({ ...other, isCurrent: true }));
    act(() => server.say({ type: 'workspace_switched', workspaceId: other.id }));
    await screen.findByText('Workspace cambiado en otra pestaña');
    click();
    expect(assign).toHaveBeenCalledExactlyOnceWith(`/historial-llamadas?reason=a%20b&ws=${workspace.id}`);
  });
});

describe('the webhook warning', () => {
  it('stands in the sidebar while no events arrive, and leads to the settings', async () => {
    startServer({
      webhookStatus: json<'webhookStatus'>({
        status: 'silent',
        lastEventAt: null,
        lastFailureAt: null,
        missedCalls: 0,
        lastMissedAt: null,
        missedByAgent: [],
      }),
    });
    openApp();
    expect((await screen.findByRole('link', { name: 'No llegan eventos' })).getAttribute('href')).toBe(
      '/settings?seccion=webhook',
    );
  });
});
