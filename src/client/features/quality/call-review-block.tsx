/**
 * Section 'Evaluación de calidad' of a call's page, with the call's review. If the call was a conversation with a
 * person, editors can also open the form that scores the call (`?evaluar=1`). app/call-page.tsx inserts the section.
 */
import { ClipboardCheck, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { CallDetail } from '../../../contract/calls.ts';
import type { QualityCallReview } from '../../../contract/quality.ts';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { qualityFormLabels, callReviewLabels as labels } from './quality-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useApiQuery, useQualityForm } from '../../api/queries.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { useHasRole } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CallReviewView } from './review-view.tsx';
import { hasConversationWithPerson } from './scoring.ts';
import { CallScoringForm } from './scoring-form.tsx';
import { useStoredReviewDraft, type StoredReviewDraftState } from './use-review-draft.ts';

const DeleteReviewDialog = lazyWithIdlePreload(async () => ({
  default: (await import('./delete-review-dialog.tsx')).DeleteReviewDialog,
}));

const place = 'max-lg:order-2';

function Failure({
  text,
  error,
  onRetry,
}: {
  readonly text: string;
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  return (
    <SectionCard title={labels.title} className={place}>
      <Alert
        tone="bad"
        action={
          <Button size="small" onClick={onRetry}>
            {commonActionLabels.retry}
          </Button>
        }
      >
        {getRequestErrorText(error, text)}
      </Alert>
    </SectionCard>
  );
}

function Loading({ rows }: { readonly rows: number }) {
  return (
    <SectionCard title={labels.title} className={place}>
      <div aria-busy="true" className="flex flex-col gap-3">
        <span className="sr-only">{labels.loading}</span>
        {Array.from({ length: rows }, (_, index) => (
          <Skeleton key={index} className="h-5 w-full last:w-2/3" />
        ))}
      </div>
    </SectionCard>
  );
}

interface ReviewCardProps {
  readonly callId: string;
  readonly review: QualityCallReview | null;
  readonly kept: StoredReviewDraftState;
  readonly mayEdit: boolean;
  /** Callback that opens the scoring form; null if the person may not score, or the call has no conversation. */
  readonly onScore: (() => void) | null;
  /**
   * True right after the scoring form was closed. Then the review's title takes the focus, because the form's button no
   * longer exists.
   */
  readonly isLanding: boolean;
}

/** Buttons below a call's review. `onScore` opens the scoring form; null if the call has no conversation. */
function Footer({ onScore, onDelete }: { readonly onScore: (() => void) | null; readonly onDelete: () => void }) {
  return (
    <div className="-mx-3 flex gap-1">
      {onScore === null ? null : (
        <Button size="small" variant="ghost" onClick={onScore}>
          <Pencil aria-hidden />
          {labels.edit}
        </Button>
      )}
      <Button size="small" variant="ghost" className="text-bad enabled:hover:text-bad" onClick={onDelete}>
        <Trash2 aria-hidden />
        {labels.delete}
      </Button>
    </div>
  );
}

function ReviewCard({ callId, review, kept, mayEdit, onScore, isLanding }: ReviewCardProps) {
  const title = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isLanding && document.activeElement === document.body) title.current?.focus();
  }, [isLanding]);
  // State of the dialog that deletes the review; null until first opened. It stays mounted, so that it can fade out.
  const [isDeleting, setDeleting] = useState<boolean | null>(null);
  const isUnfinished = onScore !== null && kept.draft !== null;
  const footer = review && mayEdit ? { footer: <Footer onScore={onScore} onDelete={() => setDeleting(true)} /> } : {};
  return (
    <SectionCard
      title={
        <span ref={title} tabIndex={-1} className="outline-none">
          {labels.title}
        </span>
      }
      className={place}
      {...footer}
    >
      {isUnfinished ? (
        <div className={review ? 'mb-4' : undefined}>
          <p>{labels.unfinished}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="small" variant="primary" onClick={onScore}>
              <ClipboardCheck aria-hidden />
              {labels.resume}
            </Button>
            <Button size="small" onClick={kept.drop}>
              {qualityFormLabels.discard}
            </Button>
          </div>
        </div>
      ) : null}
      {review ? <CallReviewView review={review} /> : null}
      {review || isUnfinished ? null : (
        <>
          <p className="font-medium">{labels.none}</p>
          <p className="mt-1 text-muted">{labels.noneText}</p>
          {onScore ? (
            <Button size="small" className="mt-3" onClick={onScore}>
              <ClipboardCheck aria-hidden />
              {labels.evaluate}
            </Button>
          ) : null}
        </>
      )}
      {isDeleting === null ? null : (
        <Suspense fallback={null}>
          <DeleteReviewDialog
            callId={callId}
            open={isDeleting}
            onClose={() => setDeleting(false)}
            onDeleted={kept.drop}
          />
        </Suspense>
      )}
    </SectionCard>
  );
}

function ReviewBlock({ call }: { readonly call: CallDetail }) {
  const mayScore = useHasRole('editor');
  const [search, changeSearch] = useUrlSearchState();
  const hadPerson = hasConversationWithPerson(call);
  const isOpen = mayScore && hadPerson && search.get('evaluar') === '1';
  const [moved, setMoved] = useState<'opened' | 'closed' | null>(null);
  const reading = useApiQuery('getCallReview', { params: { id: call.id } });
  const form = useQualityForm(isOpen);
  const kept = useStoredReviewDraft(call.id);
  useUnsavedWork(kept.draft !== null);
  const open = () => {
    setMoved('opened');
    changeSearch({ evaluar: '1' });
  };
  const close = () => {
    setMoved('closed');
    changeSearch({ evaluar: null });
  };
  if (!hadPerson && !reading.data?.review) return null;
  if (!reading.data)
    return reading.isError ? (
      <Failure text={labels.loadFailed} error={reading.error} onRetry={() => void reading.refetch()} />
    ) : (
      <Loading rows={2} />
    );
  const { review } = reading.data;
  if (!isOpen)
    return (
      <ReviewCard
        callId={call.id}
        review={review}
        kept={kept}
        mayEdit={mayScore}
        onScore={mayScore && hadPerson ? open : null}
        isLanding={moved === 'closed'}
      />
    );
  if (!form.data)
    return form.isError ? (
      <Failure text={labels.formFailed} error={form.error} onRetry={() => void form.refetch()} />
    ) : (
      <Loading rows={8} />
    );
  return (
    <CallScoringForm
      callId={call.id}
      form={form.data}
      review={review}
      kept={kept}
      isCalledFor={moved === 'opened'}
      onStaleForm={() => form.refetch()}
      onClose={close}
    />
  );
}

export function CallQualityReviewSection({ call }: { readonly call: CallDetail }) {
  return call.callStatus === 'in_progress' || call.erasedAt !== null ? null : <ReviewBlock call={call} />;
}
