/** Hook: unsaved answers of a call's review. The tab stores them over a reload, until they are saved. */
import { useState } from 'react';
import type { CallReview } from '../../../contract/quality.ts';
import { useSession } from '../../session/session.ts';
import { dropDraft, keepDraft, readDraft, type DraftKey } from '../../session/tab-drafts.ts';
import type { ReviewAnswers } from './scoring.ts';

export interface ReviewDraft {
  /** By which form it was begun. */
  readonly formVersion: number;
  /** Time of the saved review that this draft changes; null if the call has no saved review. */
  readonly reviewedAt: string | null;
  readonly answers: ReviewAnswers;
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
export function draftFromReview(review: CallReview): ReviewDraft {
  return {
    formVersion: review.form.version,
    reviewedAt: review.reviewedAt,
    answers: review.answers,
    note: review.note ?? '',
  };
}

export interface KeptDraft {
  readonly draft: ReviewDraft | null;
  readonly keep: (draft: ReviewDraft) => void;
  readonly drop: () => void;
}

export function useReviewDraft(callId: string): KeptDraft {
  const { user, workspace } = useSession();
  const place: DraftKey = { userId: user.id, workspaceId: workspace?.id ?? '', name: `review.${callId}` };
  const [draft, setDraft] = useState<ReviewDraft | null>(() => {
    const kept = readDraft(place);
    return isDraft(kept) ? kept : null;
  });
  return {
    draft,
    keep: (next) => {
      keepDraft(place, next);
      setDraft(next);
    },
    drop: () => {
      dropDraft(place);
      setDraft(null);
    },
  };
}
