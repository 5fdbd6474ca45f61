/** Popover of the notification bell: personal notices, then the newest alerts. Opening it marks the alerts as read. */
import { useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { Popover as Primitive } from 'radix-ui';
import { useEffect, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Alert } from '../../../contract/alerts.ts';
import { alertsPanelLabels as labels } from '../../../labels/alerts-panel-es.ts';
import { alertsBellLabels } from '../../../labels/shell-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useAlertPage, useWorkspaceSettings } from '../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { screenPaths } from '../../paths.ts';
import { Button, getButtonClasses } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EmptyState, FailedReadState } from '../../ui/states.tsx';
import { useHasRole, useSession } from '../../session/session.ts';
import { AlertRow } from './alert-row.tsx';
import { askNotificationPermission, getNotificationPermission } from './browser-notifications.ts';
import { PersonalNoticeList } from './personal-notices.tsx';

/** React hook that marks all alerts up to the newest one as read on the server, and refetches them. */
function useMarkRead(newest: Alert | undefined, unread: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!newest || unread === 0) return;
    const until = new Date(Date.parse(newest.raisedAt) + 1).toISOString();
    callApi('markAlertsRead', { body: { until } }).then(
      () =>
        client.invalidateQueries({ queryKey: getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'listAlerts') }),
      // If marking as read fails, the alerts stay unread, and the next opening of the notification list tries again.
      () => undefined,
    );
  }, [client, newest, unread]);
}

interface AlertListProps {
  readonly page: number;
  /** Ids of the alerts that were unread when the notification list opened. Their badge stays until it closes. */
  readonly fresh: ReadonlySet<string>;
  readonly onFollow: () => void;
}

function AlertList({ page, fresh, onFollow }: AlertListProps) {
  const { data, error, isError, refetch } = useAlertPage(page);
  if (!data) {
    return isError ? (
      <FailedReadState text={getRequestErrorText(error)} onRetry={() => void refetch()} className="py-6" />
    ) : (
      <SkeletonRows count={3} className="h-16 px-4" />
    );
  }
  return (
    <ul>
      {data.alerts.map((alert) => (
        <li key={alert.id} className="border-b border-line last:border-0">
          <AlertRow alert={alert} isNew={fresh.has(alert.id)} onFollow={onFollow} />
        </li>
      ))}
    </ul>
  );
}

/** Button that enables browser notifications. The browser asks for permission only after a click on it. */
function NotificationOffer() {
  const wanted = useWorkspaceSettings().data?.notifications.browser ?? false;
  const [permission, setPermission] = useState(getNotificationPermission);
  if (!wanted) return null;
  if (permission === 'denied')
    return <p className="border-t border-line px-4 py-2 text-xs text-muted">{labels.blockedNotifications}</p>;
  if (permission !== 'default') return null;
  return (
    <div className="border-t border-line px-4 py-2">
      <Button size="small" className="w-full" onClick={() => void askNotificationPermission().then(setPermission)}>
        <BellRing aria-hidden />
        {labels.allowNotifications}
      </Button>
    </div>
  );
}

/** Text for an empty list of alerts. Editors also get a link to the alert settings. */
function NoAlerts({ onFollow }: { readonly onFollow: () => void }) {
  const mayDecide = useHasRole('editor');
  return (
    <EmptyState
      picture="notices"
      title={labels.empty}
      text={labels.emptyText}
      action={
        mayDecide ? (
          <Link
            href={screenPaths.settings('notificaciones')}
            className={getButtonClasses({ size: 'small' })}
            onClick={onFollow}
          >
            {labels.thresholds}
          </Link>
        ) : null
      }
    />
  );
}

function AlertsContent({ onFollow }: { readonly onFollow: () => void }) {
  const { data, error, isError, refetch } = useAlertPage(1);
  const [pages, setPages] = useState(1);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = (data?.alerts ?? []).filter((alert) => !alert.isRead && !fresh.has(alert.id));
  if (unread.length > 0) setFresh(new Set([...fresh, ...unread.map(({ id }) => id)]));
  useMarkRead(data?.alerts[0], data?.unread ?? 0);
  if (!data) {
    return isError ? (
      <FailedReadState text={getRequestErrorText(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows count={4} className="h-16 px-4" />
    );
  }
  if (data.total === 0) return <NoAlerts onFollow={onFollow} />;
  const more = data.alerts.length * pages < data.total;
  return (
    <>
      {Array.from({ length: pages }, (_, index) => (
        <AlertList key={index} page={index + 1} fresh={fresh} onFollow={onFollow} />
      ))}
      {more ? (
        <div className="border-t border-line p-2">
          <Button variant="ghost" size="small" className="w-full" onClick={() => setPages(pages + 1)}>
            {labels.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

export default function NotificationPopover({ trigger }: { readonly trigger: ReactNode }) {
  const [open, setOpen] = useState(true);
  const { workspace } = useSession();
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          aria-label={alertsBellLabels.title}
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          className="z-50 flex max-h-[min(36rem,calc(100dvh-5rem))] w-96 max-w-[calc(100vw-1rem)] flex-col rounded-lg border border-line bg-surface shadow-pop outline-none data-[state=open]:animate-enter"
        >
          <h2 className="border-b border-line px-4 py-3 font-semibold">{alertsBellLabels.title}</h2>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <PersonalNoticeList />
            {workspace === null ? (
              <EmptyState picture="notices" title={labels.empty} text={labels.noWorkspaceText} />
            ) : (
              <AlertsContent onFollow={() => setOpen(false)} />
            )}
          </div>
          {workspace === null ? null : <NotificationOffer />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
