/** Stores the wizard's draft in this browser as it changes, and reports whether it is stored. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { StoredDraftKey } from '../../../session/kept-work.ts';
import { createRandomId } from './random-id.ts';
import type { RecipientSource } from '../recipients/csv-messages.ts';
import {
  deleteWizardDraft,
  storeWizardDraft,
  type StoredWizardDraft,
  type WizardDraftWithRecipients,
} from './kept-draft.ts';

interface Keeping {
  /** True if the browser has stored the whole draft, so that closing the tab loses nothing. */
  readonly isKept: boolean;
  /** True if the browser could not store the draft, for example for lack of space. */
  readonly hasFailed: boolean;
  /** Deletes the draft and stops storing it. */
  readonly finish: () => Promise<void>;
}

/** The last stored draft, for comparison. */
interface Last {
  readonly text: string;
  readonly source: RecipientSource | null;
  readonly sourceId: string;
}

/** Serialises the draft to detect changes. The content of the recipient file is left out, because it never changes. */
function describe(work: WizardDraftWithRecipients | null): string {
  const { list = null, ...rest } = work ?? {};
  return JSON.stringify([rest, list && [list.name, list.choices, list.omitErrors]]);
}

/**
 * React hook that stores the wizard's draft `work` when it has changed, or deletes the stored draft if `work` is null.
 * It writes every change immediately, so that closing the tab loses nothing.
 */
export function useWizardDraftStorage(
  place: StoredDraftKey,
  work: WizardDraftWithRecipients | null,
  restored: StoredWizardDraft | null,
): Keeping {
  const initial = restored?.list?.source ?? null;
  const [written, setWritten] = useState<{ readonly source: RecipientSource | null; readonly failed: boolean }>({
    source: initial,
    failed: false,
  });
  const last = useRef<Last | null>(restored && { text: '', source: initial, sourceId: restored.sourceId });
  const isFinished = useRef(false);
  const source = work?.list?.source ?? null;
  const text = describe(work);

  // Run after every render and compare the wizard draft by its text, because the draft is a new object each time.
  useEffect(() => {
    const before = last.current;
    if (isFinished.current) return;
    if (work === null) {
      if (before) void deleteWizardDraft(place);
      last.current = null;
      return;
    }
    if (before?.text === text && before.source === source) return;
    const withRows = before?.source !== source;
    const sourceId = withRows || !before ? createRandomId() : before.sourceId;
    last.current = { text, source, sourceId };
    storeWizardDraft(place, work, sourceId, withRows).then(
      () =>
        setWritten((earlier) => (earlier.source === source && !earlier.failed ? earlier : { source, failed: false })),
      () => setWritten({ source, failed: true }),
    );
  });

  const finish = useCallback(async () => {
    isFinished.current = true;
    await deleteWizardDraft(place);
  }, [place]);
  return { isKept: !written.failed && written.source === source, hasFailed: written.failed, finish };
}
