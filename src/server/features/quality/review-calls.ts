/**
 * Stores or removes a person's review of a call. Answers, scores in the call's row, figures and audit entry change in
 * one transaction. The call is locked first, like in other transactions, so that they can't deadlock.
 */
import type { QualityCallReview, QualityForm } from '../../../contract/quality.ts';
import { AppError } from '../../platform/errors.ts';
import { connectedCallCondition, humanCallCondition, type CallTableRow, type Tx } from '../calls/index.ts';
import {
  deleteCallReviewRow,
  findCallErasureAndReview,
  writeCallReview,
  type StoredCallReview,
} from './call-review-store.ts';
import type { ReviewAuthor, QualityDeps } from './quality-deps.ts';
import { findQualityFormVersion, findNewestQualityForm } from './quality-form-store.ts';
import {
  areReviewSharesEqual,
  findReviewAnswerMismatches,
  computeScoresOfReview,
  computeReviewShares,
  type QualityFormAnswers,
} from './review-scores.ts';

export interface ReviewSubmission {
  readonly formVersion: number;
  readonly answers: QualityFormAnswers;
  readonly note: string | null;
}

/** Reads a call's review; null if there is none. Throws `not_found` if the workspace does not have the call. */
export async function readCallReview(
  { db }: QualityDeps,
  workspaceId: string,
  callId: string,
): Promise<QualityCallReview | null> {
  const found = await findCallErasureAndReview(db, workspaceId, callId);
  if (!found) throw new AppError('not_found');
  return (
    found.review && shownReview(await findQualityFormVersion(db, workspaceId, found.review.formVersion), found.review)
  );
}

/** Stores a review. Throws `not_found`, `call_erased`, `call_open`, `conflict`, `stale_version`, `invalid_input`. */
export async function saveCallReview(
  deps: QualityDeps,
  { workspaceId, ...author }: ReviewAuthor,
  callId: string,
  scoring: ReviewSubmission,
): Promise<QualityCallReview> {
  const { db, clock, audit } = deps;
  const found = await findCallErasureAndReview(db, workspaceId, callId);
  if (!found) throw new AppError('not_found');
  const form = await findNewestQualityForm(db, workspaceId);
  const at = clock.now();
  const review = { ...scoring, reviewedBy: author.username, reviewedAt: at };
  await amendCall(deps, workspaceId, callId, at, {
    amend(call) {
      if (found.isErased) throw new AppError('call_erased');
      refuseUnlessHuman(call);
      if (scoring.formVersion !== form.version) throw new AppError('stale_version', { message: staleForm });
      refuseOtherAnswers(form, scoring.answers);
      const shares = computeReviewShares(form, scoring.answers);
      return areReviewSharesEqual(call.review, shares) ? null : { review: shares };
    },
    async write(tx) {
      const isWritten = await writeCallReview(tx, workspaceId, callId, { ...review, userId: author.userId });
      if (!isWritten) throw new AppError('call_erased');
      const { score, passed } = computeScoresOfReview(form, scoring.answers);
      const details = { formVersion: form.version, score, passed };
      await audit.record({ workspaceId, ...author, action: 'call.reviewed', target: callId, details }, tx);
      return true;
    },
  });
  return shownReview(form, review);
}

/**
 * Removes a call's review, if any. Throws `not_found`. Throws `call_erased` if the call's data were erased, because its
 * scores are kept then.
 */
export async function removeCallReview(
  deps: QualityDeps,
  { workspaceId, ...author }: ReviewAuthor,
  callId: string,
): Promise<void> {
  const found = await findCallErasureAndReview(deps.db, workspaceId, callId);
  if (!found) throw new AppError('not_found');
  if (found.isErased) throw new AppError('call_erased');
  await amendCall(deps, workspaceId, callId, deps.clock.now(), {
    amend: (call) => (call.review === null ? null : { review: null }),
    async write(tx, hasChanged) {
      const wasThere = await deleteCallReviewRow(tx, workspaceId, callId);
      // Throw if the call's row has scores but the review is gone. This means that the call was erased meanwhile,
      // because an erased call keeps its scores.
      if (hasChanged && !wasThere) throw new AppError('call_erased');
      if (wasThere)
        await deps.audit.record({ workspaceId, ...author, action: 'call.review_removed', target: callId }, tx);
      return wasThere;
    },
  });
}

interface Change {
  readonly amend: (call: CallTableRow) => Pick<CallTableRow, 'review'> | null;
  /** Writes the review of a call whose row is already locked. Returns true if screens must be notified. */
  readonly write: (tx: Tx, hasChanged: boolean) => Promise<boolean>;
}

/** Changes a call's review in one transaction, and then notifies the screens that show the call or its figures. */
async function amendCall(
  { db, events, amender }: QualityDeps,
  workspaceId: string,
  callId: string,
  at: Date,
  change: Change,
): Promise<void> {
  const done = await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const amended = await amender.amend(tx, workspaceId, [callId], at, change.amend);
      return { amended, isToTell: await change.write(tx, amended.changed.length > 0) };
    });
  done.amended.afterCommit();
  if (!done.isToTell) return;
  events.emit('calls.changed', { workspaceId, changes: [{ callId, kind: 'call_analyzed' }] });
}

const staleForm = 'El formulario cambió mientras evaluabas. Recarga la página y evalúa con el nuevo.';

function refuseUnlessHuman(call: CallTableRow): void {
  if (!call.isOver)
    throw new AppError('call_open', { message: 'La llamada sigue en curso. Podrás evaluarla cuando termine.' });
  if (humanCallCondition(call)) return;
  const message = connectedCallCondition(call)
    ? 'En esta llamada atendió un contestador o un menú automático: solo se evalúan conversaciones con una persona.'
    : 'Esta llamada no se conectó: no hay conversación que evaluar.';
  throw new AppError('conflict', { message });
}

function refuseOtherAnswers(form: QualityForm, answers: QualityFormAnswers): void {
  const { missing, unknown } = findReviewAnswerMismatches(form, answers);
  if (missing.length === 0 && unknown.length === 0) return;
  const parts = [
    missing.length > 0 ? `Falta responder: ${missing.map(({ text }) => `«${text}»`).join(', ')}.` : '',
    unknown.length > 0 ? `No son del formulario: ${unknown.join(', ')}.` : '',
  ];
  const details = [
    ...missing.map(({ id }) => ({ path: `answers.${id}`, message: 'Falta responder este criterio' })),
    ...unknown.map((id) => ({ path: `answers.${id}`, message: 'Este criterio no es del formulario' })),
  ];
  throw new AppError('invalid_input', { message: parts.filter((part) => part !== '').join(' '), details });
}

function shownReview(
  form: QualityForm,
  { answers, note, reviewedBy, reviewedAt }: StoredCallReview,
): QualityCallReview {
  return {
    form,
    answers: { ...answers },
    note,
    ...computeScoresOfReview(form, answers),
    reviewedBy,
    reviewedAt: reviewedAt.toISOString(),
  };
}
