/** Keeps the wizard's work in this browser while it changes, and tells whether it would survive the tab. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { WorkPlace } from '../../../session/kept-work.ts';
import { createRandomId } from './random-id.ts';
import type { RecipientSource } from '../recipients/csv-messages.ts';
import { dropDraft, keepDraft, type KeptWork, type WizardWork } from './kept-draft.ts';

interface Keeping {
  /** Nothing that is on the screen would be lost with the tab. */
  readonly isKept: boolean;
  /** The browser refuses, or has no room. */
  readonly hasFailed: boolean;
  /** Forgets the draft and keeps nothing any more. */
  readonly finish: () => Promise<void>;
}

/** What was written last, to be compared with. */
interface Last {
  readonly text: string;
  readonly source: RecipientSource | null;
  readonly sourceId: string;
}

/** Everything but the list's content, which is never changed in place. */
function describe(work: WizardWork | null): string {
  const { list = null, ...rest } = work ?? {};
  return JSON.stringify([rest, list && [list.name, list.choices, list.omitErrors]]);
}

/**
 * `work` null: there is nothing worth keeping. `restored`: what it was filled with is kept already. Every change is
 * written at once, so that none waits when the tab closes.
 */
export function useKeeping(place: WorkPlace, work: WizardWork | null, restored: KeptWork | null): Keeping {
  const initial = restored?.list?.source ?? null;
  const [written, setWritten] = useState<{ readonly source: RecipientSource | null; readonly failed: boolean }>({
    source: initial,
    failed: false,
  });
  const last = useRef<Last | null>(restored && { text: '', source: initial, sourceId: restored.sourceId });
  const isFinished = useRef(false);
  const source = work?.list?.source ?? null;
  const text = describe(work);

  // After every rendering, by value: `work` is made anew each time.
  useEffect(() => {
    const before = last.current;
    if (isFinished.current) return;
    if (work === null) {
      if (before) void dropDraft(place);
      last.current = null;
      return;
    }
    if (before?.text === text && before.source === source) return;
    const withRows = before?.source !== source;
    const sourceId = withRows || !before ? createRandomId() : before.sourceId;
    last.current = { text, source, sourceId };
    keepDraft(place, work, sourceId, withRows).then(
      () =>
        setWritten((earlier) => (earlier.source === source && !earlier.failed ? earlier : { source, failed: false })),
      () => setWritten({ source, failed: true }),
    );
  });

  const finish = useCallback(async () => {
    isFinished.current = true;
    await dropDraft(place);
  }, [place]);
  return { isKept: !written.failed && written.source === source, hasFailed: written.failed, finish };
}
