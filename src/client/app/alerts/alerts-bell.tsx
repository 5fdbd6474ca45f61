/** The notification bell, with the number of unread alerts and personal notices. Its list loads on demand. */
import { Bell } from 'lucide-react';
import { alertsBellLabels as labels } from '../../../labels/shell-es.ts';
import { useAlertPage } from '../../api/queries.ts';
import { useBellPersonalNoticeCount } from '../../session/personal-notices.ts';
import { LazyPopup } from '../../ui/lazy-popup.tsx';
import { useNewAlertAnnouncementText } from './use-alert-news.ts';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const loadPanel = () => import('./alerts-panel.tsx');
const AlertsPanel = lazyWithIdlePreload(loadPanel);

/** The count as text, at most '99+'. */
function unreadText(unread: number): string {
  return unread > 99 ? '99+' : String(unread);
}

export function NotificationBell() {
  const { data } = useAlertPage(1);
  const unread = data?.unread ?? 0;
  const personal = useBellPersonalNoticeCount();
  const waiting = unread + personal;
  return (
    <LazyPopup
      kind="dialog"
      Panel={AlertsPanel}
      preload={() => void loadPanel()}
      trigger={
        <button
          type="button"
          aria-label={labels.waiting(unread, personal)}
          className="relative inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink"
        >
          <Bell aria-hidden className="size-4" />
          {waiting > 0 ? (
            <span
              aria-hidden
              className="absolute -top-1 left-1/2 flex h-4 min-w-4 items-center justify-center rounded-full bg-bad px-1 text-xs leading-none font-semibold text-bad-ink tabular-nums"
            >
              {unreadText(waiting)}
            </span>
          ) : null}
        </button>
      }
    />
  );
}

/** Announces new alerts to screen readers, without interrupting them. Mounted once, even if no bell is shown. */
export function AlertScreenReaderAnnouncer() {
  const news = useNewAlertAnnouncementText();
  return (
    <output aria-live="polite" className="sr-only">
      {news}
    </output>
  );
}
