/** Score of an unfinished review: number of answers, score so far, and whether a critical criterion has failed. */
import { CircleAlert } from 'lucide-react';
import type { QualityForm } from '../../../contract/quality.ts';
import { criterionAnswerShortcuts, callReviewLabels, callScoringLabels as labels } from './quality-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import type { ReviewScoreResult } from './scoring.ts';
import { ReviewVerdictBadge } from './verdict-badge.tsx';

interface ScoreSoFarProps {
  readonly form: QualityForm;
  readonly verdict: ReviewScoreResult;
}

export function ReviewScoreInProgress({ form, verdict: { score, passed, criticalFailed, answered } }: ScoreSoFarProps) {
  const format = useRegionalFormat();
  const total = form.criteria.length;
  const progress = labels.progress(format.count(answered), format.count(total));
  return (
    <div className="border-b border-line bg-surface px-4 py-3 max-lg:sticky max-lg:top-14 max-lg:z-10 max-sm:top-19.5">
      <div className="flex h-8 items-center justify-between gap-3">
        <output aria-label={callReviewLabels.score} className="flex items-center gap-2">
          <span className="text-2xl font-semibold tabular-nums">
            {score === null ? labels.noScoreYet : format.percent(score)}
          </span>
          {passed === null ? null : <ReviewVerdictBadge passed={passed} />}
        </output>
        <span className="text-xs text-muted tabular-nums">{progress}</span>
      </div>
      {criticalFailed ? (
        <p role="alert" className="mt-1 flex items-center gap-1 text-xs font-medium text-bad">
          <CircleAlert aria-hidden className="size-3.5 shrink-0" />
          {labels.criticalFailed}
        </p>
      ) : null}
      <ProgressBar percent={(100 * answered) / total} label={progress} className="mt-2" />
      <p className="mt-2 flex items-center justify-between gap-2 text-xs text-muted">
        <span>{callReviewLabels.passMark(format.count(form.passPercent))}</span>
        <span className="flex items-center gap-1 max-lg:hidden">
          {labels.keysHint}
          {Object.values(criterionAnswerShortcuts).map((key) => (
            <kbd
              key={key}
              className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-sunken px-1 font-sans"
            >
              {key}
            </kbd>
          ))}
        </span>
      </p>
    </div>
  );
}
