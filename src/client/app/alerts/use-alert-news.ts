/** Notices alerts that were raised since this tab first looked: a sentence for screen readers, a notification of the browser. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Alert } from '../../../contract/alerts.ts';
import { useAlerts } from '../../api/queries.ts';
import { tabState } from '../../api/tab-state.ts';

/** The part of `alerts` (newest first) that came after the newest one known; none on the first look. */
export function newAlerts(alerts: readonly Alert[], knownAt: string | null): readonly Alert[] {
  return knownAt === null ? [] : alerts.filter((alert) => alert.raisedAt > knownAt);
}

async function tell(client: QueryClient, alerts: readonly Alert[], workspaceId: string | null): Promise<string> {
  const { alertSentence, notifyOnce } = await import('./browser-notifications.ts');
  // Oldest first, so that the newest notification lies on top.
  for (const alert of alerts.toReversed()) await notifyOnce(client, alert, workspaceId);
  return alerts.map(alertSentence).join(' ');
}

/** What to say now; empty until something new happens. */
export function useAlertNews(): string {
  const client = useQueryClient();
  const { data, isPlaceholderData } = useAlerts(1);
  const [news, setNews] = useState('');
  const known = useRef<{ workspaceId: string | null; raisedAt: string | null }>({ workspaceId: null, raisedAt: null });
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const { workspaceId } = tabState();
    const fresh = newAlerts(data.alerts, known.current.workspaceId === workspaceId ? known.current.raisedAt : null);
    // Without any alert yet, all that comes is new.
    known.current = { workspaceId, raisedAt: data.alerts[0]?.raisedAt ?? new Date(0).toISOString() };
    if (fresh.length > 0) void tell(client, fresh, workspaceId).then(setNews);
  }, [client, data, isPlaceholderData]);
  return news;
}
