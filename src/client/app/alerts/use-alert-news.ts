/**
 * Announces new alerts to screen readers and as browser notifications. An alert is new if it was raised after this tab
 * first fetched alerts.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Alert } from '../../../contract/alerts.ts';
import { useAlertPage } from '../../api/queries.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';

/**
 * Returns the alerts that were raised after `knownAt`, newest first. Returns none if `knownAt` is null, for example at
 * the first fetch.
 */
export function filterAlertsRaisedAfter(alerts: readonly Alert[], knownAt: string | null): readonly Alert[] {
  return knownAt === null ? [] : alerts.filter((alert) => alert.raisedAt > knownAt);
}

async function showAlerts(client: QueryClient, alerts: readonly Alert[], workspaceId: string | null): Promise<string> {
  const { formatAlertSentence: alertSentence, showAlertNotification: notifyOnce } =
    await import('./browser-notifications.ts');
  // Show the oldest alert first, so that the newest notification is on top.
  for (const alert of alerts.toReversed()) await notifyOnce(client, alert, workspaceId);
  return alerts.map(alertSentence).join(' ');
}

/** React hook: text about new alerts, for screen readers; empty until the first new alert. */
export function useNewAlertAnnouncementText(): string {
  const client = useQueryClient();
  const { data, isPlaceholderData } = useAlertPage(1);
  const [news, setNews] = useState('');
  const known = useRef<{ workspaceId: string | null; raisedAt: string | null }>({ workspaceId: null, raisedAt: null });
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const { workspaceId } = getTabWorkspaceState();
    const fresh = filterAlertsRaisedAfter(
      data.alerts,
      known.current.workspaceId === workspaceId ? known.current.raisedAt : null,
    );
    known.current = { workspaceId, raisedAt: data.alerts[0]?.raisedAt ?? new Date(0).toISOString() };
    if (fresh.length > 0) void showAlerts(client, fresh, workspaceId).then(setNews);
  }, [client, data, isPlaceholderData]);
  return news;
}
