/** Live transcript of a call. It scrolls to new lines until the user scrolls away, and announces finished lines. */
import { ArrowDownToLine } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CallRelatedData } from '../../../../contract/calls.ts';
import { getLastSpokenLines } from '../../../../contract/live-lines.ts';
import { transcriptLabels } from '../call-detail-es.ts';
import { getLabelOrUnknown } from '../../../../labels/known.ts';
import { liveCallLabels as labels, liveTranscriptStateLabels } from '../live-call-es.ts';
import { liveSpeakerLabels } from '../../../../labels/live-speakers-es.ts';
import { retryLiveTranscript, type LiveCallTranscript } from '../../../api/live-calls.ts';
import { useCallContextQuery } from '../../../api/queries.ts';
import { getWorkspaceQueryKey } from '../../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../../api/tab-state.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { storeLiveTranscriptScroll } from '../transcript/kept-scroll.ts';
import { TranscriptNoteLine } from '../transcript/note-line.tsx';
import { TranscriptToolCall } from '../transcript/tool-call.tsx';
import { TranscriptLineRow } from '../transcript/transcript-line.tsx';
import { LiveEventLine } from './live-event.tsx';
import { toLiveTranscriptItems, toUtteranceFromLiveSpeech, type LiveTranscriptItem } from './live-items.ts';
import { useScrollToEnd } from './use-end-follow.ts';

interface LiveConversationProps {
  readonly callId: string;
  readonly reading: LiveCallTranscript;
}

const noNotes = { whispers: [], attention: [] } as const satisfies Pick<CallRelatedData, 'whispers' | 'attention'>;

/** React hook: hints to the agent and attention-rule hits of a call. A new hint in the transcript causes a refetch. */
function useNotes(callId: string, lines: LiveCallTranscript['lines']): Pick<CallRelatedData, 'whispers' | 'attention'> {
  const notes = useCallContextQuery(callId).data ?? noNotes;
  const client = useQueryClient();
  const heard = lines.filter(({ kind }) => kind === 'whisper').length;
  const known = notes.whispers.length;
  useEffect(() => {
    if (heard > known)
      void client.invalidateQueries({
        queryKey: getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'getCallContext', {
          params: { id: callId },
        }),
      });
  }, [client, callId, heard, known]);
  return notes;
}

/** Announces the newest finished transcript line to screen readers. */
function Announcement({ lines }: Pick<LiveCallTranscript, 'lines'>) {
  const [finished] = getLastSpokenLines(lines, 2).slice(0, -1);
  return (
    <p aria-live="polite" className="sr-only">
      {finished ? `${getLabelOrUnknown(liveSpeakerLabels, finished.speaker)}: ${finished.text}` : ''}
    </p>
  );
}

function Item({ item, whispers }: { readonly item: LiveTranscriptItem } & Pick<CallRelatedData, 'whispers'>) {
  switch (item.kind) {
    case 'tool':
      return <TranscriptToolCall call={item.call} />;
    case 'note':
      return <TranscriptNoteLine note={item.note} />;
    case 'event':
      return <LiveEventLine line={item.line} whispers={whispers} />;
    case 'speech':
    default:
      return (
        <div className={classNames(item.line.isBackchannel && 'text-xs text-muted [&_span]:text-xs/5')}>
          <TranscriptLineRow
            line={toUtteranceFromLiveSpeech(item.line)}
            overlapSeconds={null}
            timed
            isCurrent={false}
            found={noPlaces}
            shown={null}
            onSeek={null}
          />
        </div>
      );
  }
}

const noPlaces: readonly [] = [];

function Status({ callId, reading: { state, lines } }: LiveConversationProps) {
  const [last] = getLastSpokenLines(lines, 1);
  const isSpeaking = state === 'live' && last !== undefined;
  const canRetry = state === 'unavailable' || state === 'failed';
  return (
    <div className="flex min-h-13 items-center gap-2 border-b border-line px-4 py-2">
      <output className={classNames('flex min-w-0 items-center gap-2', isSpeaking ? 'font-medium' : 'text-muted')}>
        {isSpeaking ? <span aria-hidden className="size-2 shrink-0 animate-live rounded-full bg-current" /> : null}
        {isSpeaking
          ? getLabelOrUnknown(labels.speaks, last.speaker)
          : getLabelOrUnknown(liveTranscriptStateLabels, state) || labels.nothingYet}
      </output>
      {canRetry ? (
        <Button size="small" className="ml-auto" onClick={() => retryLiveTranscript(callId)}>
          {labels.retry}
        </Button>
      ) : null}
    </div>
  );
}

export default function LiveTranscriptView({ callId, reading }: LiveConversationProps) {
  const format = useRegionalFormat();
  const { lines } = reading;
  const { whispers, attention } = useNotes(callId, lines);
  const { before, spoken } = useMemo(() => toLiveTranscriptItems(lines, attention), [lines, attention]);
  const keep = useCallback((top: number) => storeLiveTranscriptScroll(callId, top), [callId]);
  const { box, missed, onScroll, toEnd } = useScrollToEnd(spoken.length, keep);
  return (
    <div className="-mx-4">
      <Status callId={callId} reading={reading} />
      <Announcement lines={lines} />
      <div className="relative">
        {/* The transcript's box is focusable, so that the keyboard can scroll it. */}
        <section
          ref={box}
          aria-label={transcriptLabels.region}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          data-live
          onScroll={onScroll}
          className="max-h-[70dvh] min-h-64 overflow-y-auto overscroll-contain -outline-offset-2 lg:max-h-[max(20rem,calc(100dvh-27rem))]"
        >
          {before.length === 0 ? null : (
            <details className="border-b border-line">
              <summary className="min-h-8 cursor-pointer px-4 py-1 text-xs/6 text-muted -outline-offset-2">
                {labels.before(format.count(before.length))}
              </summary>
              {before.map((item) => (
                <Item key={item.id} item={item} whispers={whispers} />
              ))}
            </details>
          )}
          <ol className="py-2">
            {spoken.map((item) => (
              <li key={item.id}>
                <Item item={item} whispers={whispers} />
              </li>
            ))}
          </ol>
        </section>
        {missed === null ? null : (
          <Button
            size="small"
            variant="primary"
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-pop"
            onClick={toEnd}
          >
            <ArrowDownToLine aria-hidden />
            {missed === 0 ? labels.toEnd : labels.toEndWith(format.count(missed))}
          </Button>
        )}
      </div>
    </div>
  );
}
