/**
 * Shows alerts as browser notifications if the workspace's settings and the user allow it, each alert once across all
 * open tabs. The browser asks for permission only after a click.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createStore, update } from 'idb-keyval';
import { navigate } from 'wouter/use-browser-location';
import type { Alert } from '../../../contract/alerts.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import { findAlertPath, getAlertTitle, describeAlert } from '../../../labels/alerts-es.ts';
import { callApi } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { confirmThenLeaveScreen } from '../../layout/leave-guard.ts';

const store = createStore('vocero-notified', 'notified');
const keptIds = 50;

export type NotificationPermissionState = NotificationPermission | 'unsupported';

/**
 * The browser's permission for notifications; 'unsupported' if the browser offers no notifications, as on a page
 * without HTTPS.
 */
export function getNotificationPermission(): NotificationPermissionState {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

export async function askNotificationPermission(): Promise<NotificationPermissionState> {
  return 'Notification' in window ? Notification.requestPermission() : 'unsupported';
}

/** Title and text of an alert in one line: 'Campaña pausada: La campaña «Otoño» se pausó…' */
export function formatAlertSentence(alert: Alert): string {
  return `${getAlertTitle(alert.kind)}: ${describeAlert(alert)}`;
}

/** True if this tab is the first to claim the alert; only that tab shows it. Without storage, all tabs show it. */
async function claim(alertId: string): Promise<boolean> {
  let isFirst = true;
  const take = (taken: readonly string[] = []): readonly string[] => {
    isFirst = !taken.includes(alertId);
    return isFirst ? [...taken, alertId].slice(-keptIds) : taken;
  };
  // Record shown alerts in IndexedDB, because its transactions let only one of several tabs show an alert.
  await update<readonly string[]>('alerts', take, store).catch(() => undefined);
  return isFirst;
}

async function isWanted(client: QueryClient): Promise<boolean> {
  if (getNotificationPermission() !== 'granted') return false;
  const input = {};
  const settings = await client.fetchQuery<WorkspaceSettings>({
    queryKey: getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'getSettings', input),
    queryFn: () => callApi('getSettings'),
  });
  return settings.notifications.browser;
}

/** Opens the page that an alert is about, in the alert's workspace, which may differ from the tab's. */
function openAlert(alert: Alert, workspaceId: string | null): void {
  const path = findAlertPath(alert);
  if (workspaceId === getTabWorkspaceState().workspaceId) confirmThenLeaveScreen(() => navigate(path));
  // Open an alert of another workspace by a full page load. The browser asks first if unsaved work would be lost.
  else window.location.assign(`${path}${path.includes('?') ? '&' : '?'}ws=${workspaceId}`);
}

/**
 * Shows an alert of a workspace as a browser notification, unless notifications are off or another tab shows it. Never
 * throws, because the notification bell shows the alert anyway.
 */
export async function showAlertNotification(
  client: QueryClient,
  alert: Alert,
  workspaceId: string | null,
): Promise<void> {
  try {
    if (!(await isWanted(client)) || !(await claim(alert.id))) return;
    const notification = new Notification(getAlertTitle(alert.kind), {
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
    // If the settings can't be fetched, or the browser lets only service workers show notifications, the alert appears
    // only in the notification bell.
    return;
  }
}
