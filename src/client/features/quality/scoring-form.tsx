/**
 * Form that scores a call beside its transcript: an answer for each criterion, the score so far, and a note.
 * `data-beside` makes the call's page leave room for it (call-detail-page.tsx). Unsaved answers stay in the tab.
 */
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { QualityCallReview, CriterionAnswer, QualityForm } from '../../../contract/quality.ts';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { callReviewLabels, callScoringLabels as labels } from './quality-es.ts';
import { useReviewQueue } from '../../api/queries.ts';
import { screenPaths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { CriterionAnswerField } from './criterion-answer.tsx';
import { ReviewScoreInProgress } from './score-so-far.tsx';
import { findNextCallIdInReviewQueue } from './scoring.ts';
import { CallScoringFooter } from './scoring-footer.tsx';
import type { StoredReviewDraftState } from './use-review-draft.ts';
import { useCallScoring, type CallScoringState } from './use-scoring.ts';
import { useCallScoringShortcuts } from './use-scoring-keys.ts';

interface ScoringFormProps {
  readonly callId: string;
  readonly form: QualityForm;
  readonly review: QualityCallReview | null;
  readonly kept: StoredReviewDraftState;
  /** True if a button opened the scoring form, not the URL. The form is then scrolled into view. */
  readonly isCalledFor: boolean;
  readonly onStaleForm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/**
 * Hook: tracks the highlighted criterion of the scoring form, which the keys S, N and A answer. After an answer, the
 * next unanswered criterion is highlighted.
 */
function useMarked(form: QualityForm, { answers, answer }: CallScoringState) {
  const list = useRef<HTMLOListElement>(null);
  const ids = form.criteria.map(({ id }) => id);
  const firstOpen = (from: readonly string[]) => from.find((id) => answers[id] === undefined);
  const [chosen, setMarked] = useState(() => firstOpen(ids) ?? ids[0] ?? '');
  // The quality form may have changed, so that it no longer has the highlighted criterion.
  const marked = ids.includes(chosen) ? chosen : (ids[0] ?? '');
  const itemOf = (id: string) => list.current?.querySelector<HTMLElement>(`[data-criterion="${id}"]`);
  const after = (id: string) =>
    firstOpen(ids.slice(ids.indexOf(id) + 1)) ?? firstOpen(ids.filter((other) => other !== id)) ?? id;

  function show(id: string, isFocused = list.current?.contains(document.activeElement) ?? false): void {
    setMarked(id);
    const item = itemOf(id);
    if (isFocused) item?.querySelector<HTMLElement>('[role="radiogroup"]')?.focus();
    item?.scrollIntoView({ block: 'nearest' });
  }

  return {
    list,
    marked,
    mark: setMarked,
    advance: (id: string) => setMarked(after(id)),
    show,
    answerMarked: (value: CriterionAnswer) => {
      answer(marked, value);
      show(after(marked));
    },
  };
}

/** Hook for the opening of the scoring form: scrolls to its top and focuses its heading. */
function useLanding(isCalledFor: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isScrolled = useRef(isCalledFor);
  useEffect(() => {
    if (matchMedia('(width < 64rem)').matches) heading.current?.scrollIntoView({ block: 'start' });
    // Focus the scoring form's heading only if no control has the focus. Otherwise that control would lose the focus.
    if (!document.activeElement?.matches('body, main')) return;
    heading.current?.focus({ preventScroll: !isScrolled.current });
  }, []);
  return heading;
}

/** Hook: saves the review, and then opens the next call of the queue or closes the scoring form. */
function useSaving(callId: string, scoring: CallScoringState, onMissing: (id: string) => void, onClose: () => void) {
  const [, navigate] = useLocation();
  const queue = useReviewQueue().data;
  const next = queue ? findNextCallIdInReviewQueue(queue, callId) : null;
  const wasLast = queue !== undefined && next === null && queue.calls.length > 0;
  function save(goesOn: boolean): void {
    const missing = scoring.save(() => {
      toast.good(labels.saved, wasLast ? labels.queueDone : undefined);
      if (!goesOn || next === null) {
        onClose();
        return;
      }
      window.scrollTo(0, 0);
      navigate(screenPaths.call(next, { scoring: true }));
    });
    if (missing !== null) onMissing(missing);
  }
  const remaining = queue === undefined ? null : queue.calls.filter(({ call }) => call.id !== callId).length;
  return { save, hasNext: next !== null, remaining };
}

export function CallScoringForm({ callId, form, review, kept, isCalledFor, onStaleForm, onClose }: ScoringFormProps) {
  const titleId = useId();
  const heading = useLanding(isCalledFor);
  const scoring = useCallScoring({ callId, form, review, kept, onStaleForm });
  const { list, marked, mark, advance, show, answerMarked } = useMarked(form, scoring);
  const { save, hasNext, remaining } = useSaving(callId, scoring, (id) => show(id, true), onClose);
  useCallScoringShortcuts({ onAnswer: answerMarked, onSave: () => save(hasNext) });
  return (
    <section
      data-beside
      aria-labelledby={titleId}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-surface max-lg:order-1 lg:sticky lg:top-16 lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:max-h-[max(24rem,calc(100dvh-11.5rem))]"
    >
      <header className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 ref={heading} id={titleId} tabIndex={-1} className="scroll-mt-28 font-semibold outline-none">
          {labels.title}
        </h2>
        <Button
          size="icon"
          variant="ghost"
          aria-label={commonActionLabels.close}
          disabled={scoring.isSaving}
          onClick={onClose}
        >
          <X aria-hidden />
        </Button>
      </header>
      <ReviewScoreInProgress form={form} verdict={scoring.verdict} />
      <div className="min-h-0 flex-1 lg:overflow-y-auto">
        {scoring.isFormChanged ? (
          <Alert tone="attention" className="mx-4 mt-3">
            {labels.formChanged}
          </Alert>
        ) : null}
        {scoring.replaces === null ? null : (
          <Alert tone="attention" className="mx-4 mt-3">
            {labels.replaces(scoring.replaces || callReviewLabels.someone)}
          </Alert>
        )}
        <ol ref={list} className="divide-y divide-line">
          {form.criteria.map((criterion, index) => (
            <CriterionAnswerField
              key={criterion.id}
              criterion={criterion}
              place={index + 1}
              answer={scoring.answers[criterion.id]}
              isMarked={criterion.id === marked}
              isMissed={scoring.isAsked && scoring.answers[criterion.id] === undefined}
              onAnswer={(answer) => scoring.answer(criterion.id, answer)}
              onMark={() => mark(criterion.id)}
              onPointed={() => advance(criterion.id)}
            />
          ))}
        </ol>
        <div className="border-t border-line px-4 py-3">
          <FormField label={labels.note} hint={labels.noteHint} error={scoring.noteError}>
            {(control) => (
              <Textarea
                {...control}
                className="min-h-20"
                value={scoring.note}
                readOnly={scoring.isSaving}
                onChange={(event) => scoring.write(event.target.value)}
              />
            )}
          </FormField>
        </div>
      </div>
      <CallScoringFooter scoring={scoring} hasNext={hasNext} remaining={remaining} onSave={save} />
    </section>
  );
}
