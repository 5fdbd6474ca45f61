/** The page's recipients as cards, for narrow screens; a card opens to its attempts. */
import { useId } from 'react';
import { recipientsLabels as labels } from '../../../../labels/campaign-detail-es.ts';
import { erasedPerson } from '../../../../labels/forgetting-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { AttemptList } from './attempt-list.tsx';
import { RecipientToggle, type RecipientListProps, type RecipientProps } from './recipient-toggle.tsx';
import { reasonInWords, resultOf, whenOf } from './recipient-values.ts';

function RecipientCard({ recipient, isOpen, onToggle }: RecipientProps) {
  const format = useFormat();
  const attemptsId = useId();
  const { label, tone } = resultOf(recipient);
  const tries = labels.attemptCount(format.count(recipient.attempts.length), recipient.attempts.length === 1);
  return (
    <li className="py-2">
      <div className="relative flex items-start gap-1">
        <RecipientToggle recipient={recipient} isOpen={isOpen} onToggle={onToggle} attemptsId={attemptsId} />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate font-medium tabular-nums">{recipient.phoneNumber || erasedPerson}</span>
            <Badge tone={tone}>{label}</Badge>
          </span>
          <span className="truncate text-xs text-muted">{recipient.customerName}</span>
          {recipient.lastReason === null ? null : (
            <span className="truncate text-xs text-muted">{reasonInWords(recipient.lastReason)}</span>
          )}
          <span className="flex justify-between gap-2 text-xs text-muted tabular-nums">
            <span>{tries}</span>
            <span>{whenOf(recipient, format)}</span>
          </span>
        </div>
      </div>
      {isOpen ? (
        <div id={attemptsId} className="mt-2">
          <AttemptList recipient={recipient} />
        </div>
      ) : null}
    </li>
  );
}

export function RecipientCards({ recipients, isOpen, toggle }: RecipientListProps) {
  return (
    <ul aria-label={labels.list} className="divide-y divide-line">
      {recipients.map((recipient) => (
        <RecipientCard
          key={recipient.id}
          recipient={recipient}
          isOpen={isOpen(recipient.id)}
          onToggle={() => toggle(recipient.id)}
        />
      ))}
    </ul>
  );
}
