/** Hook: state of scoring one call: answers, score, missing answers, and saving. */
import { useState } from 'react';
import type { QualityCallReview, CriterionAnswer, QualityForm } from '../../../contract/quality.ts';
import { callScoringLabels as labels } from './quality-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { pickFieldErrors } from '../../api/field-errors.ts';
import { useSaveCallReview } from './review-actions.ts';
import {
  filterAnswersByForm,
  scoreReview,
  listUnansweredCriteria,
  type ReviewAnswersByCriterion,
  type ReviewScoreResult,
} from './scoring.ts';
import { toReviewDraft, type StoredReviewDraftState, type ReviewDraft } from './use-review-draft.ts';

const longestNote = 2_000;

export interface CallScoringState {
  readonly answers: ReviewAnswersByCriterion;
  readonly note: string;
  readonly noteError: string | undefined;
  readonly verdict: ReviewScoreResult;
  /** True if the draft's answers belong to another version of the quality form than the one shown. */
  readonly isFormChanged: boolean;
  /**
   * Name of the person who meanwhile saved a newer review, which a save of this one would replace. '' if the name is
   * unknown, null if there is no newer review.
   */
  readonly replaces: string | null;
  /** True after the user has tried to save the review. Missing answers are marked from then on. */
  readonly isAsked: boolean;
  readonly missing: number;
  readonly failure: string | null;
  readonly isSaving: boolean;
  readonly answer: (id: string, answer: CriterionAnswer) => void;
  readonly write: (note: string) => void;
  /**
   * Saves the review and then calls `then`. If answers are missing, saves nothing, marks them, and returns the id of
   * the first criterion without an answer.
   */
  readonly save: (then: () => void) => string | null;
}

interface ScoringOf {
  readonly callId: string;
  readonly form: QualityForm;
  readonly review: QualityCallReview | null;
  readonly kept: StoredReviewDraftState;
  /** Reads the form again. */
  readonly onStaleForm: () => Promise<unknown>;
}

export function useCallScoring({ callId, form, review, kept, onStaleForm }: ScoringOf): CallScoringState {
  const [isAsked, setAsked] = useState(false);
  const saving = useSaveCallReview(callId);
  const start: ReviewDraft = review
    ? toReviewDraft(review)
    : { formVersion: form.version, reviewedAt: null, answers: {}, note: '' };
  const draft = kept.draft ?? start;
  const answers = filterAnswersByForm(form.criteria, draft.answers);
  const missing = listUnansweredCriteria(form.criteria, answers);
  const isNoteTooLong = draft.note.trim().length > longestNote;

  function change(next: ReviewDraft): void {
    // Ignore edits while a review is being saved, because its draft is deleted after the save.
    if (saving.isPending) return;
    const isBack = next.note === start.note && form.criteria.every(({ id }) => next.answers[id] === start.answers[id]);
    if (isBack) kept.drop();
    else kept.keep(next);
  }

  async function send(then: () => void): Promise<void> {
    const review = { formVersion: form.version, answers: { ...answers }, note: draft.note.trim() || null };
    const goOn = () => {
      kept.drop();
      then();
    };
    try {
      // `onSuccess` runs only while this scoring form is shown. So the next call of the review queue does not open
      // after the person has left the form.
      await saving.mutateAsync(review, { onSuccess: goOn });
    } catch (error) {
      // If the quality form was changed while the user was scoring, load its new version. Answers to criteria that
      // still exist are kept.
      if (isApiErrorWithCode(error, 'stale_version')) await onStaleForm();
      return;
    }
    kept.drop();
  }

  return {
    answers,
    note: draft.note,
    noteError: isNoteTooLong ? labels.noteTooLong : pickFieldErrors(saving.error, ['note'])[0]?.message,
    verdict: scoreReview(form, answers),
    isFormChanged: draft.formVersion !== form.version,
    replaces:
      review !== null && review.reviewedAt !== draft.reviewedAt && !saving.isSuccess ? (review.reviewedBy ?? '') : null,
    isAsked,
    missing: missing.length,
    failure:
      saving.isError && !isApiErrorWithCode(saving.error, 'stale_version')
        ? getRequestErrorText(saving.error, labels.saveFailed)
        : null,
    isSaving: saving.isPending,
    answer: (id, answer) => change({ ...draft, answers: { ...draft.answers, [id]: answer } }),
    write: (note) => {
      if (saving.isError) saving.reset();
      change({ ...draft, note });
    },
    save: (then) => {
      setAsked(true);
      const first = missing[0];
      if (first) return first.id;
      if (!isNoteTooLong && !saving.isPending) void send(then);
      return null;
    },
  };
}
