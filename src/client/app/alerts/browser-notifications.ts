/**
 * Alerts as browser notifications, if the workspace wants them and the person has allowed them; each once across all
 * tabs. Permission is asked only after a click (`askPermission`).
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

/** The browser's notification permission; 'unsupported' also on a page that is not served over HTTPS. */
export function permissionState(): NotificationPermissionState {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

export async function askPermission(): Promise<NotificationPermissionState> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}

/** Title and text of an alert: 'Campaña pausada: La campaña «Otoño» se pausó…' */
export function alertSentence(alert: Alert): string {
  return `${alertTitle(alert.kind)}: ${describeAlert(alert)}`;
}

/** True for the first tab that claims an alert. Without storage every tab may; the browser merges them by tag. */
async function claim(alertId: string): Promise<boolean> {
  let isFirst = true;
  const take = (taken: readonly string[] = []): readonly string[] => {
    isFirst = !taken.includes(alertId);
    return isFirst ? [...taken, alertId].slice(-keptIds) : taken;
  };
  // IndexedDB, because its transaction excludes other tabs; another tab's localStorage write may not be readable yet.
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

/** Opens the alert's page in the alert's own workspace, which may no longer be the tab's. */
function openAlert(alert: Alert, workspaceId: string | null): void {
  const path = alertPath(alert);
  if (workspaceId === tabState().workspaceId) leaveThen(() => navigate(path));
  // The same address as in the alert's mail. The browser asks first if unsaved work would be lost.
  else window.location.assign(`${path}${path.includes('?') ? '&' : '?'}ws=${workspaceId}`);
}

/**
 * Shows an alert of that workspace as a browser notification, unless unwanted or shown by another tab. Never throws:
 * the bell shows the alert anyway.
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
    // The settings could not be read, or this browser lets only service workers notify. The bell has the alert.
    return;
  }
}
