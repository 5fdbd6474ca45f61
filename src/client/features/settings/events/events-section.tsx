/** Settings section 'Eventos salientes': the webhooks to which the workspace's events are sent. */
import { CirclePause, CirclePlay, Ellipsis, ListChecks, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EventWebhook } from '../../../../contract/event-webhooks.ts';
import {
  outgoingEventKindLabels,
  eventWebhooksLabels as labels,
  eventWebhookStateLabels,
} from '../../../../labels/event-webhooks-es.ts';
import { getLabelOrUnknown } from '../../../../labels/known.ts';
import { callApi } from '../../../api/client.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { createLazyComponent } from '../../../ui/lazy-part.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { DialChecksCard } from './dial-checks-card.tsx';
import { useEventWebhookMutation, useEventWebhooks } from './use-event-webhooks.ts';
import { SettingsQueryList } from '../query-list.tsx';
import { ConfirmSettingsRemovalDialog } from '../removal-dialog.tsx';

const addDialog = createLazyComponent(() => import('./add-receiver-dialog.tsx'));
const deliveriesDialog = createLazyComponent(() => import('./deliveries-dialog.tsx'));

const tones = { active: 'good', paused: 'neutral', failing: 'bad' } as const;
const kindCount = Object.keys(outgoingEventKindLabels).length;

interface ReceiverProps {
  readonly receiver: EventWebhook;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
}

function Receiver({ receiver, onOpen, onRemove }: ReceiverProps) {
  const format = useRegionalFormat();
  const { id, host, url, events, relay, state, failingSince, pending } = receiver;
  const isActive = state === 'active';
  const switching = useEventWebhookMutation(
    (next: 'active' | 'paused') => callApi('updateEventWebhook', { params: { id }, body: { state: next } }),
    labels.failed,
    () => (isActive ? labels.paused : labels.resumed),
  );
  const facts = [
    relay
      ? labels.relayed
      : events.length === kindCount
        ? labels.allEvents
        : labels.events(format.count(events.length)),
    pending === 0 ? null : labels.pending(format.count(pending)),
    failingSince === null ? null : labels.failingSince(format.dateTime(failingSince)),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-all">{url ?? host}</span>
          <Badge tone={tones[state] ?? 'neutral'}>{getLabelOrUnknown(eventWebhookStateLabels, state)}</Badge>
        </p>
        <p className="text-xs text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <span className="flex gap-2">
        <Button size="small" onClick={onOpen}>
          <ListChecks aria-hidden />
          {labels.deliveries}
        </Button>
        <Menu
          align="end"
          trigger={
            <Button size="icon" variant="ghost" aria-label={labels.more(host)}>
              <Ellipsis aria-hidden />
            </Button>
          }
        >
          <MenuItem onSelect={() => switching.mutate(isActive ? 'paused' : 'active')}>
            {isActive ? <CirclePause aria-hidden /> : <CirclePlay aria-hidden />}
            {isActive ? labels.pause : labels.resume}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger onSelect={onRemove}>
            <Trash2 aria-hidden />
            {labels.remove}
          </MenuItem>
        </Menu>
      </span>
    </li>
  );
}

function RemoveDialog({ receiver, onClose }: { readonly receiver: EventWebhook; readonly onClose: () => void }) {
  const removing = useEventWebhookMutation(
    (id: string) => callApi('deleteEventWebhook', { params: { id } }),
    labels.failed,
    () => labels.removed,
  );
  return (
    <ConfirmSettingsRemovalDialog
      id={receiver.id}
      removing={removing}
      title={labels.removeTitle(receiver.host)}
      confirmLabel={labels.remove}
      onClose={onClose}
    >
      {labels.removeText}
    </ConfirmSettingsRemovalDialog>
  );
}

type Asked = { readonly what: 'deliveries' | 'remove'; readonly receiver: EventWebhook } | { readonly what: 'add' };

function ReceiversCard() {
  const query = useEventWebhooks();
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <SectionCard
      title={labels.title}
      subtitle={labels.text}
      bodyClassName="p-0"
      actions={
        <Button size="small" onClick={() => setAsked({ what: 'add' })}>
          <Plus aria-hidden />
          {labels.add}
        </Button>
      }
    >
      <SettingsQueryList
        query={query}
        labels={labels}
        picture="outgoing"
        skeleton={{ count: 3, className: 'h-14 px-4' }}
      >
        {(receiver) => (
          <Receiver
            key={receiver.id}
            receiver={receiver}
            onOpen={() => setAsked({ what: 'deliveries', receiver })}
            onRemove={() => setAsked({ what: 'remove', receiver })}
          />
        )}
      </SettingsQueryList>
      {asked?.what === 'add' ? <addDialog.Part onClose={close} /> : null}
      {asked?.what === 'deliveries' ? <deliveriesDialog.Part receiver={asked.receiver} onClose={close} /> : null}
      {asked?.what === 'remove' ? <RemoveDialog receiver={asked.receiver} onClose={close} /> : null}
    </SectionCard>
  );
}

export default function EventWebhooksSection() {
  return (
    <>
      <ReceiversCard />
      <DialChecksCard />
    </>
  );
}
