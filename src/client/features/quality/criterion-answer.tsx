/** Radio buttons for the three answers to one review criterion. Their keyboard shortcuts are in use-scoring-keys.ts. */
import { Check, CircleAlert, Minus, X } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import type { QualityCriterion, CriterionAnswer } from '../../../contract/quality.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import {
  criterionAnswerShortcuts,
  criterionAnswerLabels,
  criterionPartLabels,
  callReviewLabels,
  callScoringLabels as labels,
} from './quality-es.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

const options = [
  {
    value: 'yes',
    Icon: Check,
    chosen: 'data-[state=checked]:border-good data-[state=checked]:bg-good-soft data-[state=checked]:text-good',
  },
  {
    value: 'no',
    Icon: X,
    chosen: 'data-[state=checked]:border-bad data-[state=checked]:bg-bad-soft data-[state=checked]:text-bad',
  },
  {
    value: 'na',
    Icon: Minus,
    chosen: 'data-[state=checked]:border-line-strong data-[state=checked]:bg-sunken data-[state=checked]:text-ink',
  },
] as const;

interface CriterionAnswerProps {
  readonly criterion: QualityCriterion;
  readonly place: number;
  readonly answer: CriterionAnswer | undefined;
  /** True if the answer keys S, N and A currently answer this review criterion. */
  readonly isMarked: boolean;
  /** True if the user tried to save the review without answering this review criterion. */
  readonly isMissed: boolean;
  readonly onAnswer: (answer: CriterionAnswer) => void;
  readonly onMark: () => void;
  /** Callback after a click on an answer to a criterion. It moves the answer keys (S, N, A) to the next criterion. */
  readonly onPointed: () => void;
}

export function CriterionBadges({ criterion: { critical, part } }: { readonly criterion: QualityCriterion }) {
  if (!critical && part === 'quality') return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {critical ? (
        <Badge tone="attention">
          <CircleAlert aria-hidden />
          {callReviewLabels.critical}
        </Badge>
      ) : null}
      {part === 'quality' ? null : <Badge>{getLabelOrUnknown(criterionPartLabels, part)}</Badge>}
    </span>
  );
}

export function CriterionAnswerField({
  criterion,
  place,
  answer,
  isMarked,
  isMissed,
  onAnswer,
  onMark,
  onPointed,
}: CriterionAnswerProps) {
  const id = useId();
  return (
    <li
      data-criterion={criterion.id}
      className={classNames(
        'border-l-2 py-3 pr-4 pl-3.5',
        isMarked ? 'border-l-accent bg-accent-soft/40' : 'border-l-transparent',
      )}
    >
      <div className="flex gap-2">
        <span aria-hidden className="w-5 shrink-0 text-right text-muted tabular-nums">
          {place}.
        </span>
        <div className="min-w-0">
          <p id={`${id}-text`} className="break-words">
            {criterion.text}
          </p>
          <CriterionBadges criterion={criterion} />
        </div>
      </div>
      <RadioGroup.Root
        value={answer ?? null}
        onValueChange={(value) => onAnswer(value as CriterionAnswer)}
        onFocus={onMark}
        orientation="horizontal"
        aria-labelledby={`${id}-text`}
        aria-describedby={isMissed ? `${id}-missed` : undefined}
        className="mt-2 ml-7 grid grid-cols-[1fr_1fr_1.4fr] gap-1"
      >
        {options.map(({ value, Icon, chosen }) => (
          <RadioGroup.Item
            key={value}
            value={value}
            aria-keyshortcuts={isMarked ? criterionAnswerShortcuts[value] : undefined}
            onClick={(event) => {
              // A click by pointer moves the answer keys (S, N, A) to the next criterion. A click caused by a key has
              // `detail` 0 and leaves them on this criterion.
              if (event.detail > 0) onPointed();
            }}
            className={classNames(
              'inline-flex h-8 min-w-0 items-center justify-center gap-1 rounded-md border border-line bg-surface px-1 text-xs font-medium whitespace-nowrap text-ink transition-colors hover:bg-sunken [&_svg]:size-3.5 [&_svg]:shrink-0',
              chosen,
            )}
          >
            <Icon aria-hidden />
            {criterionAnswerLabels[value]}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      {isMissed ? (
        <p id={`${id}-missed`} className="mt-1 ml-7 flex items-center gap-1 text-xs text-bad">
          <CircleAlert aria-hidden className="size-3 shrink-0" />
          {labels.unanswered}
        </p>
      ) : null}
    </li>
  );
}
