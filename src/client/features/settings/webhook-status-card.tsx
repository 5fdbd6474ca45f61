/** Whether the provider's events arrive: the last one, the last refused one, and what had to be fetched instead. */
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { unknownFigure } from '../../../labels/common-es.ts';
import { webhookLabels as labels } from '../../../labels/settings-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { useWebhookStatus } from '../../api/queries.ts';
import { useFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { FailedState } from '../../ui/states.tsx';

const looks = {
  connected: { tone: 'good', Icon: CircleCheck },
  waiting: { tone: 'neutral', Icon: Clock },
  silent: { tone: 'attention', Icon: TriangleAlert },
} as const;

export function WebhookStatusCard() {
  const status = useWebhookStatus();
  const format = useFormat();
  const { data } = status;
  const moment = (iso: string | null): string => (iso === null ? labels.never : format.dateTime(iso));
  const look = data && looks[data.status];
  return (
    <Card
      title={labels.status}
      actions={
        data && look ? (
          <Badge tone={look.tone}>
            <look.Icon aria-hidden />
            {labels.states[data.status]}
          </Badge>
        ) : undefined
      }
    >
      {data ? (
        <>
          {status.isError ? <StaleNotice className="mb-3" onRetry={() => void status.refetch()} /> : null}
          <p className="mb-4 text-muted">{labels.stateTexts[data.status]}</p>
          <dl className="grid grid-cols-2 gap-4 tabular-nums sm:grid-cols-4">
            <div>
              <dt className="text-xs text-muted">{labels.lastEvent}</dt>
              <dd className="font-medium">{moment(data.lastEventAt)}</dd>
            </div>
            <div>
              <dt className="text-xs text-muted">{labels.lastFailure}</dt>
              <dd className="font-medium">{moment(data.lastFailureAt)}</dd>
            </div>
            <div>
              <dt className="text-xs text-muted">{labels.missed}</dt>
              <dd className="font-medium">{Number.isFinite(data.missedCalls) ? format.count(data.missedCalls) : unknownFigure}</dd>
            </div>
            <div>
              <dt className="text-xs text-muted">{labels.lastMissed}</dt>
              <dd className="font-medium">{moment(data.lastMissedAt)}</dd>
            </div>
          </dl>
          <p className="mt-3 text-xs text-muted">{labels.missedHint}</p>
        </>
      ) : status.isError ? (
        <FailedState className="py-4" title={labels.statusFailed} text={shownMessage(status.error)} onRetry={() => void status.refetch()} />
      ) : (
        <SkeletonRows count={3} className="h-8" />
      )}
    </Card>
  );
}
