/** The page's recipients as a table; a row opens to its attempts. Widths and heights are fixed, so that live news moves nothing. */
import { useId } from 'react';
import { recipientsLabels as labels } from '../../../../labels/campaign-detail-es.ts';
import { erasedPerson } from '../../../../labels/forgetting-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Cell, HeadCell, Table, TableHead, TableRow } from '../../../ui/table.tsx';
import { AttemptList } from './attempt-list.tsx';
import { RecipientToggle, type RecipientListProps, type RecipientProps } from './recipient-toggle.tsx';
import { lastAttemptAt, reasonInWords, resultOf } from './recipient-values.ts';

function Row({ recipient, isOpen, onToggle }: RecipientProps) {
  const format = useFormat();
  const attemptsId = useId();
  const { label, tone } = resultOf(recipient);
  const reason = recipient.lastReason === null ? null : reasonInWords(recipient.lastReason);
  const isWaiting = recipient.state === 'pending' && recipient.nextAttemptAt !== null;
  return (
    <>
      <TableRow className={classNames('relative focus-within:bg-sunken/60', isOpen && 'border-b-0')}>
        <Cell className="h-12 pr-0 pl-2">
          <RecipientToggle recipient={recipient} isOpen={isOpen} onToggle={onToggle} attemptsId={attemptsId} />
        </Cell>
        <Cell className="h-12 px-2 text-right text-xs text-muted tabular-nums">{format.count(recipient.position)}</Cell>
        <Cell className="h-12 max-w-0 px-3">
          <span className="block truncate font-medium tabular-nums">{recipient.phoneNumber || erasedPerson}</span>
          <span className="block truncate text-xs text-muted">{recipient.customerName}</span>
        </Cell>
        <Cell className="h-12 px-3">
          <Badge tone={tone}>{label}</Badge>
        </Cell>
        <Cell className="h-12 max-w-0 px-3 text-xs text-muted">
          <span className="line-clamp-2 leading-tight break-words">{reason ?? labels.none}</span>
        </Cell>
        <Cell className="h-12 px-3 text-right tabular-nums">{format.count(recipient.attempts.length)}</Cell>
        <Cell className="h-12 px-3 text-right text-xs whitespace-nowrap text-muted tabular-nums">
          {isWaiting
            ? labels.nextAttempt(format.dateTime(recipient.nextAttemptAt))
            : format.dateTime(lastAttemptAt(recipient))}
        </Cell>
      </TableRow>
      {isOpen ? (
        <tr id={attemptsId} className="border-b border-line last:border-0">
          <td colSpan={7} className="px-3 pb-3">
            <AttemptList recipient={recipient} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

export function RecipientTable({ recipients, isOpen, toggle }: RecipientListProps) {
  return (
    <Table aria-label={labels.list} className="table-fixed">
      <TableHead>
        <tr>
          <HeadCell className="w-10 pr-0 pl-2">
            <span className="sr-only">{labels.attempts}</span>
          </HeadCell>
          <HeadCell className="w-14 px-2 text-right">{labels.position}</HeadCell>
          <HeadCell className="px-3">{labels.recipient}</HeadCell>
          <HeadCell className="w-36 px-3">{labels.state}</HeadCell>
          <HeadCell className="px-3">{labels.reason}</HeadCell>
          <HeadCell className="w-20 px-3 text-right">{labels.attempts}</HeadCell>
          <HeadCell className="w-48 px-3 text-right">{labels.lastAttempt}</HeadCell>
        </tr>
      </TableHead>
      <tbody>
        {recipients.map((recipient) => (
          <Row
            key={recipient.id}
            recipient={recipient}
            isOpen={isOpen(recipient.id)}
            onToggle={() => toggle(recipient.id)}
          />
        ))}
      </tbody>
    </Table>
  );
}
