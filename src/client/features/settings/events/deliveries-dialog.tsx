/** Dialog with an event webhook's deliveries and the responses to them. A delivery can be sent again. */
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { EventWebhookDelivery, EventWebhook } from '../../../../contract/event-webhooks.ts';
import {
  eventDeliveriesLabels as labels,
  eventDeliveryStateLabels,
  outgoingEventKindLabels,
} from '../../../../labels/event-webhooks-es.ts';
import { getLabelOrUnknown } from '../../../../labels/known.ts';
import { callApi } from '../../../api/client.ts';
import { getServerTimeMs } from '../../../api/realtime.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/input.tsx';
import { useEventWebhookMutation, useEventDeliveries } from './use-event-webhooks.ts';
import { SettingsQueryList } from '../query-list.tsx';

const tones = { pending: 'neutral', delivered: 'good', set_aside: 'bad' } as const;
const sinceHours = { hour: 1, day: 24, week: 168 } as const;
type Since = keyof typeof sinceHours;

function Exchange({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <p className="mt-2 text-xs font-medium">{title}</p>
      {/* Scrolls sideways: reachable by keyboard for that. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} className="mt-1 max-h-48 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs">
        {text}
      </pre>
    </>
  );
}

interface DeliveryProps {
  readonly delivery: EventWebhookDelivery;
  readonly isBusy: boolean;
  /**
   * Callback that sends the event again. Undefined for a relay of provider webhooks, because receivers refuse these
   * after some minutes.
   */
  readonly onResend: (() => void) | undefined;
}

function Delivery({ delivery, isBusy, onResend }: DeliveryProps) {
  const format = useRegionalFormat();
  const { kind, state, attempts, createdAt, nextTryAt, answerStatus, tookMs, answer } = delivery;
  const name = getLabelOrUnknown(outgoingEventKindLabels, kind);
  const facts = [
    labels.attempts(format.count(attempts)),
    answerStatus === null ? null : labels.answered(answerStatus, format.count(tookMs ?? 0)),
    nextTryAt === null || attempts === 0 ? null : labels.next(format.dateTime(nextTryAt)),
  ];
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {name}
            <Badge tone={tones[state] ?? 'neutral'}>{getLabelOrUnknown(eventDeliveryStateLabels, state)}</Badge>
          </p>
          <p className="text-xs text-muted tabular-nums">
            {[format.dateTime(createdAt), ...facts].filter(Boolean).join(' · ')}
          </p>
        </div>
        {onResend && (
          <Button
            size="small"
            disabled={isBusy || state === 'pending'}
            aria-label={labels.resendOne(name, format.dateTime(createdAt))}
            onClick={onResend}
          >
            <RotateCw aria-hidden />
            {labels.resend}
          </Button>
        )}
      </div>
      <details className="mt-1">
        <summary className="rounded-sm text-xs text-accent-text">{labels.show}</summary>
        <Exchange title={labels.request} text={JSON.stringify(delivery.request, null, 2)} />
        <Exchange title={labels.answer} text={answer === null || answer === '' ? labels.noAnswer : answer} />
      </details>
    </li>
  );
}

interface DeliveriesDialogProps {
  readonly receiver: EventWebhook;
  readonly onClose: () => void;
}

export default function EventDeliveriesDialog({ receiver: { id, host, relay }, onClose }: DeliveriesDialogProps) {
  const format = useRegionalFormat();
  const query = useEventDeliveries(id);
  const [since, setSince] = useState<Since>('hour');
  const resending = useEventWebhookMutation(
    (body: { since: string; eventId?: string }) => callApi('replayEvents', { params: { id }, body }),
    labels.resendFailed,
    ({ events }) => labels.resent(format.count(events), events === 1),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="max-w-3xl"
      title={labels.title(host)}
      description={labels.text}
      footer={
        relay ? undefined : (
          <>
            <label className="flex min-w-0 items-center gap-2">
              {labels.resendAll}
              <Select value={since} onChange={(event) => setSince(event.target.value as Since)}>
                {Object.entries(labels.since).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </label>
            <Button
              disabled={resending.isPending}
              onClick={() =>
                resending.mutate({ since: new Date(getServerTimeMs() - sinceHours[since] * 3_600_000).toISOString() })
              }
            >
              {labels.resend}
            </Button>
          </>
        )
      }
    >
      <SettingsQueryList query={query} labels={labels} picture="outgoing" skeleton={{ count: 4, className: 'h-14' }}>
        {(delivery) => (
          <Delivery
            key={delivery.eventId}
            delivery={delivery}
            isBusy={resending.isPending}
            onResend={
              relay ? undefined : () => resending.mutate({ since: delivery.createdAt, eventId: delivery.eventId })
            }
          />
        )}
      </SettingsQueryList>
    </Dialog>
  );
}
