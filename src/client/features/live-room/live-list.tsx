/** List of live calls with its keyboard shortcuts and two dialogs. Rows do not move while somebody reads them. */
import { Suspense, useCallback, useRef, useState, type ReactNode } from 'react';
import type { CallSummary } from '../../../contract/calls.ts';
import { liveCallsPageLabels as labels } from '../../../labels/live-room-es.ts';
import { useFocusAfterClose } from '../../hooks/use-focus-after.ts';
import { HangUpCallDialog } from '../../layout/hang-up.tsx';
import { WhisperDialog } from '../../layout/whisper.tsx';
import { useHasRole } from '../../session/session.ts';
import { LiveCallRow } from './live-row.tsx';
import type { LiveCallRowData } from './room-rows.ts';
import { useIsListBeingRead } from './use-reading.ts';
import { useLiveCallListShortcuts } from './use-row-keys.ts';
import { useStableLiveCallRows } from './use-settled-rows.ts';

interface LiveListProps {
  /** The rows in order. */
  readonly rows: readonly LiveCallRowData[];
  readonly calls: readonly CallSummary[];
  readonly now: number;
  readonly mayRead: boolean;
  readonly empty: ReactNode;
}

export function LiveCallList({ rows, calls, now, mayRead, empty }: LiveListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [isReading, handlers] = useIsListBeingRead(list);
  const mayAct = useHasRole('editor');
  /** The open dialog, and its call. */
  const [asked, setAsked] = useState<{ readonly what: 'hang-up' | 'whisper'; readonly call: CallSummary } | null>(null);
  const underWay = new Set(calls.map(({ id }) => id));
  const shown = useStableLiveCallRows({ wanted: rows, underWay, isHeld: isReading || asked !== null, now });
  const row = useRef<HTMLElement>(null);
  useFocusAfterClose(asked !== null, row);
  /** Closes the dialog of a live call. Keeps the list's rows in place until the focus has returned to the list. */
  const close = () => {
    handlers.onFocus();
    setAsked(null);
  };
  const ask = useCallback((what: 'hang-up' | 'whisper', call: CallSummary) => {
    row.current = list.current?.querySelector<HTMLElement>(`[data-room-row="${CSS.escape(call.id)}"] a`) ?? null;
    setAsked({ what, call });
  }, []);
  const askHangUp = useCallback((call: CallSummary) => ask('hang-up', call), [ask]);
  const askById = useCallback(
    (what: 'hang-up' | 'whisper', callId: string) => {
      const call = calls.find(({ id }) => id === callId);
      if (call) ask(what, call);
    },
    [calls, ask],
  );
  useLiveCallListShortcuts(mayAct ? askById : null);
  return (
    <>
      {shown.length === 0 ? (
        empty
      ) : (
        <ul ref={list} aria-label={labels.list} className="band" {...handlers}>
          {shown.map((each) => (
            <LiveCallRow key={each.call.id} row={each} mayRead={mayRead} onHangUp={mayAct ? askHangUp : null} />
          ))}
        </ul>
      )}
      <Suspense fallback={null}>
        {asked?.what === 'hang-up' ? <HangUpCallDialog call={asked.call} onClose={close} /> : null}
        {asked?.what === 'whisper' ? <WhisperDialog call={asked.call} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
