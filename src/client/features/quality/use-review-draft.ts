/**
 * Hook: answers of a call's review that are not saved yet. The browser tab stores them until they are saved, so that
 * they survive a reload.
 */
import { useState } from 'react';
import type { QualityCallReview } from '../../../contract/quality.ts';
import { useSession } from '../../session/session.ts';
import { deleteTabDraft, storeTabDraft, readTabDraft, type TabDraftKey } from '../../session/tab-drafts.ts';
import type { ReviewAnswersByCriterion } from './scoring.ts';

export interface ReviewDraft {
  /** By which form it was begun. */
  readonly formVersion: number;
  /** Time of the saved review that this draft changes; null if the call has no saved review. */
  readonly reviewedAt: string | null;
  readonly answers: ReviewAnswersByCriterion;
  readonly note: string;
}

function isDraft(value: unknown): value is ReviewDraft {
  if (typeof value !== 'object' || value === null) return false;
  const { formVersion, reviewedAt, answers, note } = value as Partial<Record<keyof ReviewDraft, unknown>>;
  if (reviewedAt !== null && typeof reviewedAt !== 'string') return false;
  if (typeof formVersion !== 'number' || typeof note !== 'string' || typeof answers !== 'object' || answers === null)
    return false;
  return Object.values(answers).every((answer) => answer === 'yes' || answer === 'no' || answer === 'na');
}

/** Makes a draft from a saved review, to correct it. */
export function toReviewDraft(review: QualityCallReview): ReviewDraft {
  return {
    formVersion: review.form.version,
    reviewedAt: review.reviewedAt,
    answers: review.answers,
    note: review.note ?? '',
  };
}

export interface StoredReviewDraftState {
  readonly draft: ReviewDraft | null;
  readonly keep: (draft: ReviewDraft) => void;
  readonly drop: () => void;
}

export function useStoredReviewDraft(callId: string): StoredReviewDraftState {
  const { user, workspace } = useSession();
  const place: TabDraftKey = { userId: user.id, workspaceId: workspace?.id ?? '', name: `review.${callId}` };
  const [draft, setDraft] = useState<ReviewDraft | null>(() => {
    const kept = readTabDraft(place);
    return isDraft(kept) ? kept : null;
  });
  return {
    draft,
    keep: (next) => {
      storeTabDraft(place, next);
      setDraft(next);
    },
    drop: () => {
      deleteTabDraft(place);
      setDraft(null);
    },
  };
}
