/**
 * Alerts as notifications of the browser: where the workspace wants them and the person has allowed them, each once
 * across the tabs. Permission is only ever asked by a click (`askPermission`).
 */
import type { QueryClient } from '@tanstack/react-query';
import { createStore, update } from 'idb-keyval';
import { navigate } from 'wouter/use-browser-location';
import type { Alert } from '../../../contract/alerts.ts';
import type { Settings } from '../../../contract/settings.ts';
import { alertPath, alertTitle, describeAlert } from '../../../labels/alerts-es.ts';
import { call } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { leaveThen } from '../../layout/leave-guard.ts';

const store = createStore('vocero-notified', 'notified');
const keptIds = 50;

export type NotificationPermissionState = NotificationPermission | 'unsupported';

/** 'unsupported' also where the page is not served securely. */
export function permissionState(): NotificationPermissionState {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

export async function askPermission(): Promise<NotificationPermissionState> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}

/** 'Campaña pausada: La campaña «Otoño» se pausó…' */
export function alertSentence(alert: Alert): string {
  return `${alertTitle(alert.kind)}: ${describeAlert(alert)}`;
}

/** True for the first tab that asks for this alert; for each where nothing can be stored, and the browser folds them by their tag. */
async function claim(alertId: string): Promise<boolean> {
  let isFirst = true;
  const take = (taken: readonly string[] = []): readonly string[] => {
    isFirst = !taken.includes(alertId);
    return isFirst ? [...taken, alertId].slice(-keptIds) : taken;
  };
  // One transaction of IndexedDB: what another tab wrote into localStorage a moment ago may not be readable here yet.
  await update<readonly string[]>('alerts', take, store).catch(() => undefined);
  return isFirst;
}

async function isWanted(client: QueryClient): Promise<boolean> {
  if (permissionState() !== 'granted') return false;
  const input = {};
  const settings = await client.fetchQuery<Settings>({
    queryKey: workspaceKey(tabState().workspaceId, 'getSettings', input),
    queryFn: () => call('getSettings'),
  });
  return settings.notifications.browser;
}

/** To where the alert leads, in its own workspace: a notification stays while the tab goes to another one. */
function openAlert(alert: Alert, workspaceId: string | null): void {
  const path = alertPath(alert);
  if (workspaceId === tabState().workspaceId) leaveThen(() => navigate(path));
  // As the link of its mail does. The browser asks where something unsaved would be lost.
  else window.location.assign(`${path}${path.includes('?') ? '&' : '?'}ws=${workspaceId}`);
}

/**
 * Shows the alert of that workspace unless nobody wants it or another tab has. Never throws: a missed notification stays in
 * the bell.
 */
export async function notifyOnce(client: QueryClient, alert: Alert, workspaceId: string | null): Promise<void> {
  try {
    if (!(await isWanted(client)) || !(await claim(alert.id))) return;
    const notification = new Notification(alertTitle(alert.kind), {
      body: describeAlert(alert),
      tag: alert.id,
      icon: '/favicon.svg',
    });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      openAlert(alert, workspaceId);
    });
  } catch {
    // Settings unread, or a browser that only lets service workers notify: the bell has the alert.
    return;
  }
}
