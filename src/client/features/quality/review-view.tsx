/** Shows a call's review: score, whether the call passed, each answer, and the note. */
import { Check, CircleAlert, Minus, X } from 'lucide-react';
import type { QualityCallReview, QualityCriterion, CriterionAnswer } from '../../../contract/quality.ts';
import { findLabelEntry, getLabelOrUnknown } from '../../../labels/known.ts';
import { criterionAnswerLabels, criterionPartLabels, callReviewLabels as labels } from './quality-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { classNames } from '../../ui/class-names.ts';
import { CriterionBadges } from './criterion-answer.tsx';
import { scoreReview, listCallReviewPartScores } from './scoring.ts';
import { ReviewVerdictBadge } from './verdict-badge.tsx';

const looks = {
  yes: { Icon: Check, className: 'text-good' },
  no: { Icon: X, className: 'text-bad' },
  na: { Icon: Minus, className: 'text-muted' },
} as const satisfies Record<CriterionAnswer, unknown>;

function AnswerRow({ criterion, answer }: { readonly criterion: QualityCriterion; readonly answer: CriterionAnswer }) {
  const { Icon, className } = findLabelEntry(looks, answer) ?? looks.na;
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="break-words">{criterion.text}</p>
        <CriterionBadges criterion={criterion} />
      </div>
      <span className={classNames('flex shrink-0 items-center gap-1 text-xs leading-5 font-medium', className)}>
        <Icon aria-hidden className="size-3.5" />
        {getLabelOrUnknown(criterionAnswerLabels, answer)}
      </span>
    </li>
  );
}

function Score({ review }: { readonly review: QualityCallReview }) {
  const format = useRegionalFormat();
  const { score, passed, form } = review;
  if (score === null) {
    return (
      <div>
        <p className="font-medium">{labels.noScore}</p>
        <p className="text-xs text-muted">{labels.noScoreText}</p>
      </div>
    );
  }
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-2xl font-semibold tabular-nums">{format.percent(score)}</span>
        {passed === null ? null : <ReviewVerdictBadge passed={passed} />}
      </p>
      <p className="mt-1 text-xs text-muted">{labels.passMark(format.count(form.passPercent))}</p>
      {scoreReview(form, review.answers).criticalFailed ? (
        <p className="mt-1 flex items-center gap-1 text-xs text-bad">
          <CircleAlert aria-hidden className="size-3 shrink-0" />
          {labels.criticalFailed}
        </p>
      ) : null}
    </div>
  );
}

export function CallReviewView({ review }: { readonly review: QualityCallReview }) {
  const format = useRegionalFormat();
  const parts = listCallReviewPartScores(review);
  return (
    <>
      <Score review={review} />
      <p className="mt-2 text-xs break-words text-muted">
        {labels.by(review.reviewedBy ?? labels.someone, format.dateTime(review.reviewedAt))}
      </p>
      {parts.length > 0 ? (
        <dl aria-label={labels.parts} className="mt-3 border-t border-line pt-2">
          {parts.map(({ part, score }) => (
            <div key={part} className="flex min-h-7 items-center justify-between gap-4">
              <dt className="text-muted">{getLabelOrUnknown(criterionPartLabels, part)}</dt>
              <dd className="tabular-nums">{format.percent(score)}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <ul aria-label={labels.answers} className="mt-3 divide-y divide-line border-t border-line">
        {review.form.criteria.map((criterion) => (
          <AnswerRow key={criterion.id} criterion={criterion} answer={review.answers[criterion.id] ?? 'na'} />
        ))}
      </ul>
      {review.note === null ? null : (
        <div className="border-t border-line pt-2">
          <h3 className="text-xs text-muted">{labels.note}</h3>
          <p className="mt-0.5 break-words whitespace-pre-line">{review.note}</p>
        </div>
      )}
    </>
  );
}
