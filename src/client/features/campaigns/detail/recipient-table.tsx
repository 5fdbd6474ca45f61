/** One page of a campaign's recipients as a table or cards. Opening a row shows the recipient's call attempts. */
import { useId } from 'react';
import type { CampaignRecipient } from '../../../../contract/campaigns.ts';
import { recipientsLabels as labels } from '../../../../labels/campaign-recipients-es.ts';
import { erasedPerson } from '../../../../labels/forgetting-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ColumnList } from '../../../ui/column-list.tsx';
import type { Column } from '../../../ui/column-table.tsx';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { AttemptList } from './attempt-list.tsx';
import { RecipientToggle, type RecipientListProps } from './recipient-toggle.tsx';
import { disconnectionReasonText, recipientResult, nextOrLastCallText } from './recipient-values.ts';

interface Context extends Pick<RecipientListProps, 'isOpen' | 'toggle'> {
  readonly format: RegionalFormat;
  readonly attemptsId: (recipient: CampaignRecipient) => string;
}

const columns: readonly Column<CampaignRecipient, Context>[] = [
  {
    id: 'toggle',
    head: <span className="sr-only">{labels.attempts}</span>,
    cell: (recipient, { isOpen, toggle, attemptsId }) => (
      <RecipientToggle
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
      const number = <PhoneNumber>{phoneNumberShown}</PhoneNumber>;
      return (
        <>
          <span className="block truncate font-medium">
            {customerName || (phoneNumberShown === '' ? erasedPerson : number)}
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
      const { label, tone } = recipientResult(recipient);
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
        {lastReason === null ? labels.none : disconnectionReasonText(lastReason)}
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
    cell: (recipient, { format }) => nextOrLastCallText(recipient, format),
    className: 'px-3 text-right',
    headClass: 'w-48 print:w-28',
    cellClass: 'text-xs whitespace-pre text-muted tabular-nums',
  },
];

export function RecipientTable({ recipients, isOpen, toggle }: RecipientListProps) {
  const format = useFormat();
  const tableId = useId();
  const attemptsId = ({ id }: CampaignRecipient): string => `${tableId}${id}`;
  return (
    <ColumnList
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
        isOpen(recipient.id) ? { id: attemptsId(recipient), content: <AttemptList recipient={recipient} /> } : null
      }
      cellClass="h-12"
    />
  );
}
