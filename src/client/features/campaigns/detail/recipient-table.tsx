/** One page of a campaign's recipients as a table or cards. Opening a row shows the recipient's call attempts. */
import { useId } from 'react';
import type { CampaignRecipient } from '../../../../contract/campaigns.ts';
import { campaignRecipientsLabels as labels } from '../../../../labels/campaign-recipients-es.ts';
import { erasedPersonText } from '../../../../labels/forgetting-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ResponsiveTableOrCards } from '../../../ui/column-list.tsx';
import type { TableColumn } from '../../../ui/column-table.tsx';
import { PhoneNumberText } from '../../../ui/phone-number.tsx';
import { RecipientAttemptList } from './attempt-list.tsx';
import { RecipientAttemptsToggle, type RecipientTableProps } from './recipient-toggle.tsx';
import {
  formatRecipientDisconnectReason,
  getRecipientResultLabelAndTone,
  describeNextOrLastCallTime,
} from './recipient-values.ts';

interface Context extends Pick<RecipientTableProps, 'isOpen' | 'toggle'> {
  readonly format: RegionalFormat;
  readonly attemptsId: (recipient: CampaignRecipient) => string;
}

const columns: readonly TableColumn<CampaignRecipient, Context>[] = [
  {
    id: 'toggle',
    head: <span className="sr-only">{labels.attempts}</span>,
    cell: (recipient, { isOpen, toggle, attemptsId }) => (
      <RecipientAttemptsToggle
        recipient={recipient}
        isOpen={isOpen(recipient.id)}
        onToggle={() => toggle(recipient.id)}
        attemptsId={attemptsId(recipient)}
      />
    ),
    className: 'pr-0 pl-2 print:hidden',
    headClass: 'w-10',
    card: 'lead',
  },
  {
    id: 'position',
    head: labels.position,
    cell: ({ position }, { format }) => format.count(position),
    className: 'px-2 text-right',
    headClass: 'w-14 print:w-10',
    cellClass: 'text-xs text-muted tabular-nums',
    card: 'none',
  },
  {
    id: 'recipient',
    head: labels.recipient,
    cell: ({ phoneNumberShown, customerName }) => {
      const number = <PhoneNumberText>{phoneNumberShown}</PhoneNumberText>;
      return (
        <>
          <span className="block truncate font-medium">
            {customerName || (phoneNumberShown === '' ? erasedPersonText : number)}
          </span>
          {customerName ? <span className="block truncate text-xs text-muted">{number}</span> : null}
        </>
      );
    },
    className: 'px-3',
    cellClass: 'max-w-0',
    card: 'title',
  },
  {
    id: 'state',
    head: labels.state,
    cell: (recipient) => {
      const { label, tone } = getRecipientResultLabelAndTone(recipient);
      return <Badge tone={tone}>{label}</Badge>;
    },
    className: 'px-3',
    headClass: 'w-36 print:w-35',
    card: 'corner',
  },
  {
    id: 'reason',
    head: labels.reason,
    cell: ({ lastReason }) => (
      <span className="line-clamp-2 leading-tight break-words">
        {lastReason === null ? labels.none : formatRecipientDisconnectReason(lastReason)}
      </span>
    ),
    className: 'px-3',
    cellClass: 'max-w-0 text-xs text-muted',
  },
  {
    id: 'attempts',
    head: labels.attempts,
    cell: ({ attempts }, { format }) => format.count(attempts.length),
    className: 'px-3 text-right',
    headClass: 'w-20 print:w-16',
    cellClass: 'tabular-nums',
  },
  {
    id: 'lastAttempt',
    head: labels.lastAttempt,
    cell: (recipient, { format }) => describeNextOrLastCallTime(recipient, format),
    className: 'px-3 text-right',
    headClass: 'w-48 print:w-28',
    cellClass: 'text-xs whitespace-pre text-muted tabular-nums',
  },
];

export function CampaignRecipientTable({ recipients, isOpen, toggle }: RecipientTableProps) {
  const format = useRegionalFormat();
  const tableId = useId();
  const attemptsId = ({ id }: CampaignRecipient): string => `${tableId}${id}`;
  return (
    <ResponsiveTableOrCards
      aria-label={labels.list}
      className="table-fixed print:text-xs"
      columns={columns}
      context={{ isOpen, toggle, format, attemptsId }}
      rows={recipients}
      keyOf={({ id }) => id}
      rowProps={({ id }) => ({
        className: classNames('relative focus-within:bg-sunken/60', isOpen(id) && 'border-b-0'),
      })}
      below={(recipient) =>
        isOpen(recipient.id)
          ? { id: attemptsId(recipient), content: <RecipientAttemptList recipient={recipient} /> }
          : null
      }
      cellClass="h-12"
    />
  );
}
