import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Alert } from '../../../contract/alerts.ts';
import { defaultNotifications } from '../../../contract/settings.ts';
import { showWorkspace } from '../../api/tab-state.ts';
import { buildSettings } from '../../testing/factories.ts';
import { json } from '../../testing/fake-server.ts';
import { openApp, startServer } from '../testing/open-app.tsx';
import { unreadText } from './alerts-bell.tsx';
import { newAlerts } from './use-alert-news.ts';

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
  showWorkspace(null);
  vi.unstubAllGlobals();
});

describe('the bell', () => {
  it('counts to 99', () => {
    expect([unreadText(1), unreadText(99), unreadText(100)]).toEqual(['1', '99', '99+']);
  });

  it('takes for new what was raised after the first look', () => {
    const later = { ...alert, id: '2', raisedAt: '2026-11-21T12:00:01.000Z' };
    expect(newAlerts([alert], null)).toEqual([]);
    expect(newAlerts([later, alert], alert.raisedAt)).toEqual([later]);
  });

  it('shows what could not be sent, and asks for the permission to notify only by a click', async () => {
    const requestPermission = vi.fn(() => Promise.resolve('granted'));
    vi.stubGlobal('Notification', { permission: 'default', requestPermission });
    startServer({
      listAlerts: json<'listAlerts'>({ unread: 1, total: 1, alerts: [alert] }),
      markAlertsRead: json<'markAlertsRead'>({ unread: 0 }),
      getSettings: json<'getSettings'>(buildSettings({ notifications: { ...defaultNotifications, browser: true } })),
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
