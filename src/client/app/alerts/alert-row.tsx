/** One alert in the notification list: event, time, state, failed e-mails or webhooks, and a link to its subject. */
import { CircleAlert, CircleCheck, MailWarning, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import type { Alert } from '../../../contract/alerts.ts';
import {
  alertChannelLabels,
  findAlertPath,
  findAlertSeverity,
  alertStateLabels,
  getAlertTitle,
  describeAlert,
  isLastingAlertKind,
} from '../../../labels/alerts-es.ts';
import { alertsPanelLabels as labels } from '../../../labels/alerts-panel-es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { setSidebarDrawerOpen } from '../../layout/sidebar-state.ts';
import { useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { mayOpenScreen } from '../routes.tsx';

const icons = { bad: CircleAlert, attention: TriangleAlert } as const;
const tones = { bad: 'text-bad', attention: 'text-attention' } as const;

interface AlertRowProps {
  readonly alert: Alert;
  /** True if the alert was unread when the notification list was opened. */
  readonly isNew: boolean;
  readonly onFollow: () => void;
}

export function AlertRow({ alert, isNew, onFollow }: AlertRowProps) {
  const format = useRegionalFormat();
  const { role } = useSession();
  const severity = findAlertSeverity(alert.kind);
  const lasting = isLastingAlertKind(alert.kind);
  const over = lasting && alert.clearedAt !== null;
  const Icon = over ? CircleCheck : icons[severity];
  const path = findAlertPath(alert);
  const failed = [...new Set(alert.deliveries.filter(({ state }) => state === 'failed').map(({ channel }) => channel))];
  const body = (
    <>
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', over ? 'text-good' : tones[severity])} />
      <span className="min-w-0 flex-1">
        <span className="flex items-start justify-between gap-2">
          <span className="font-medium">{getAlertTitle(alert.kind)}</span>
          {isNew ? <Badge tone="accent">{labels.isNew}</Badge> : null}
        </span>
        <span className="block text-muted">{describeAlert(alert)}</span>
        <span className="mt-1 block text-xs text-muted tabular-nums">
          {format.dateTime(alert.raisedAt)}
          {lasting ? (
            <>
              {' · '}
              <span className={over ? 'text-good' : 'font-medium text-ink'}>
                {over ? `${alertStateLabels.cleared} ${format.dateTime(alert.clearedAt)}` : alertStateLabels.open}
              </span>
            </>
          ) : null}
        </span>
        {failed.map((channel) => (
          <span key={channel} className="mt-1 flex items-start gap-1 text-xs text-bad">
            <MailWarning aria-hidden className="mt-0.5 size-3 shrink-0" />
            {labels.deliveryFailed(getLabelOrUnknown(alertChannelLabels, channel))}
          </span>
        ))}
      </span>
    </>
  );
  const look = 'flex gap-3 px-4 py-3 text-sm';
  if (!mayOpenScreen(path, role)) return <div className={look}>{body}</div>;
  return (
    <Link
      href={path}
      className={classNames(look, 'transition-colors hover:bg-sunken')}
      onClick={() => {
        setSidebarDrawerOpen(false);
        onFollow();
      }}
    >
      {body}
    </Link>
  );
}
