/** Buttons 'save' and 'save and open the next call of the queue' for a call review, and the errors that prevent saving. */
import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { callScoringLabels as labels } from './quality-es.ts';
import { screenPaths } from '../../paths.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import type { CallScoringState } from './use-scoring.ts';

interface ScoringFooterProps {
  readonly scoring: CallScoringState;
  /** Another call waits. */
  readonly hasNext: boolean;
  /** Number of calls in the review queue, without the call under review; null until the queue is loaded. */
  readonly remaining: number | null;
  readonly onSave: (goesOn: boolean) => void;
}

export function CallScoringFooter({
  scoring: { failure, isSaving, isAsked, missing },
  hasNext,
  remaining,
  onSave,
}: ScoringFooterProps) {
  const format = useRegionalFormat();
  return (
    <footer className="flex flex-col gap-2 rounded-b-lg border-t border-line bg-surface px-4 py-3 max-lg:sticky max-lg:bottom-0 max-lg:z-10">
      {failure === null ? null : <Alert tone="bad">{failure}</Alert>}
      {isAsked && missing > 0 ? (
        <p role="alert" className="text-xs text-bad">
          {labels.missing(missing)}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Link href={screenPaths.qualityReview()} className="text-xs text-accent-text hover:underline">
          {remaining === null || remaining === 0 ? labels.toQueue : labels.waiting(format.count(remaining))}
        </Link>
        <span className="ml-auto flex gap-2">
          <Button
            size="small"
            variant={hasNext ? 'secondary' : 'primary'}
            disabled={isSaving}
            onClick={() => onSave(false)}
          >
            {isSaving && !hasNext ? labels.saving : labels.save}
          </Button>
          {hasNext ? (
            <Button size="small" variant="primary" disabled={isSaving} onClick={() => onSave(true)}>
              {isSaving ? labels.saving : labels.saveAndNext}
              <ChevronRight aria-hidden />
            </Button>
          ) : null}
        </span>
      </div>
    </footer>
  );
}
