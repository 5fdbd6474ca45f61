/**
 * Transcript tab of a call's page. A click on a line with a time moves the recording to that time. During playback the
 * spoken line is highlighted and kept in view.
 */
import { ArrowDownToLine, Copy, Timer } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { CallDetail, TranscriptUtterance } from '../../../../contract/calls.ts';
import { transcriptLabels as labels } from '../call-detail-es.ts';
import { formatDuration } from '../../../format/durations.ts';
import { useCallContextQuery } from '../../../api/queries.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { createAudioPlayer, usePlaybackState, type AudioPlayer } from '../recording/audio-player.ts';
import { isCallContentNotStored } from '../call-values.ts';
import { copyToClipboardWithToast } from '../copy-to-clipboard.ts';
import { findSpokenLineIndex } from '../recording/playback.ts';
import { TranscriptToolCall } from './tool-call.tsx';
import { takeLiveTranscriptScroll } from './kept-scroll.ts';
import { TranscriptNoteLine } from './note-line.tsx';
import { listTranscriptNotes, toTranscriptItems } from './transcript-items.ts';
import { TranscriptLineRow } from './transcript-line.tsx';
import { TranscriptSearchBar } from './transcript-search-bar.tsx';
import { findTranscriptSearchHits, type TranscriptSearchHit } from './transcript-search.ts';
import { useSpokenLineScroll } from './use-follow.ts';

interface TranscriptTabProps {
  readonly call: CallDetail;
  readonly player: AudioPlayer | null;
  /** Query with which the transcript's search starts: the words by which the call was found in the history. */
  readonly query: string;
}

/** A player that never plays, used if the call has no recording. */
const silent = createAudioPlayer();
const noPlaces: readonly TranscriptSearchHit[] = [];

function asText(lines: readonly TranscriptUtterance[]): string {
  return lines
    .map(
      ({ speaker, text, startSeconds }) =>
        `${startSeconds === null ? '' : `[${formatDuration(startSeconds)}] `}${speaker ? `${speaker}: ` : ''}${text}`,
    )
    .join('\n');
}

/** State of the transcript's search: the query, its hits, the selected hit, and a function to select another. */
function useSearch(lines: readonly TranscriptUtterance[], begin: string) {
  const [query, setQuery] = useState(begin);
  const [index, setIndex] = useState(0);
  const places = useMemo(
    () =>
      findTranscriptSearchHits(
        lines.map(({ text }) => text),
        query,
      ),
    [lines, query],
  );
  const byLine = useMemo(() => {
    const map = new Map<number, TranscriptSearchHit[]>();
    for (const place of places) map.set(place.line, [...(map.get(place.line) ?? []), place]);
    return map;
  }, [places]);
  const current = Math.min(index, Math.max(0, places.length - 1));
  return {
    query,
    ask: (next: string) => {
      setQuery(next);
      setIndex(0);
    },
    count: places.length,
    current,
    shown: places[current] ?? null,
    inLine: (line: number) => byLine.get(line) ?? noPlaces,
    step: (by: 1 | -1) => setIndex(places.length === 0 ? 0 : (current + by + places.length) % places.length),
  };
}

function Silence({ seconds }: { readonly seconds: number }) {
  const format = useRegionalFormat();
  return (
    <p className="mx-4 my-1 flex items-center gap-2 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <Timer aria-hidden className="size-3.5 shrink-0" />
      <span className="tabular-nums">{labels.silence(format.decimal(seconds, 1))}</span>
    </p>
  );
}

function Conversation({ call, player, query }: TranscriptTabProps) {
  const { utterances: lines, toolCalls } = call;
  const context = useCallContextQuery(call.id).data;
  const items = useMemo(
    () => toTranscriptItems(lines, toolCalls, context ? listTranscriptNotes(context, call.startTimestamp) : []),
    [lines, toolCalls, context, call.startTimestamp],
  );
  const heard = player ?? silent;
  const playing = usePlaybackState(heard, (state) => state.playing);
  const current = usePlaybackState(heard, (state) =>
    state.playing || state.position > 0 ? findSpokenLineIndex(lines, state.position) : null,
  );
  const { box, isAway, onScroll, resume, visit } = useSpokenLineScroll(current, playing);
  useLayoutEffect(() => {
    const top = takeLiveTranscriptScroll(call.id);
    if (top !== null) box.current?.scrollTo({ top });
  }, [box, call.id]);
  const search = useSearch(lines, query);
  const { shown } = search;
  useEffect(() => {
    if (shown) visit(shown.line);
  }, [shown, visit]);
  const seek = useCallback(
    (seconds: number) => {
      player?.seek(seconds);
      resume();
    },
    [player, resume],
  );
  const timed = lines.some((line) => line.startSeconds !== null);
  return (
    <div className="-mx-4">
      <div className="flex items-center gap-2 border-b border-line px-4 py-2">
        <TranscriptSearchBar
          query={search.query}
          onQuery={search.ask}
          count={search.count}
          current={search.current}
          onStep={search.step}
        />
        <Button
          size="icon"
          variant="ghost"
          aria-label={labels.copy}
          title={labels.copy}
          onClick={() => void copyToClipboardWithToast(asText(lines), labels.copied)}
        >
          <Copy aria-hidden />
        </Button>
      </div>
      <div className="relative">
        {/* The transcript's box is focusable, so that the keyboard can scroll it even if it contains no buttons. */}
        <section
          ref={box}
          aria-label={labels.region}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={onScroll}
          className="max-h-[70dvh] lg:max-h-[max(20rem,calc(100dvh-27rem))] overflow-y-auto overscroll-contain -outline-offset-2"
        >
          <ol className="py-2">
            {items.map((item, index) => (
              // The index is a safe React key here, because a transcript grows only at its end.
              <li
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                data-line={item.kind === 'line' ? item.index : undefined}
                aria-current={(item.kind === 'line' && item.index === current) || undefined}
              >
                {item.kind === 'silence' ? <Silence seconds={item.seconds} /> : null}
                {item.kind === 'tool' ? <TranscriptToolCall call={item.call} /> : null}
                {item.kind === 'note' ? <TranscriptNoteLine note={item.note} /> : null}
                {item.kind === 'line' ? (
                  <TranscriptLineRow
                    line={item.line}
                    overlapSeconds={item.overlapSeconds}
                    timed={timed}
                    isCurrent={item.index === current}
                    found={search.inLine(item.index)}
                    shown={shown?.line === item.index ? shown : null}
                    onSeek={player ? seek : null}
                  />
                ) : null}
              </li>
            ))}
          </ol>
        </section>
        {playing && isAway ? (
          <Button
            size="small"
            variant="primary"
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-pop"
            onClick={resume}
          >
            <ArrowDownToLine aria-hidden />
            {labels.follow}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

export function TranscriptTab(props: TranscriptTabProps) {
  const { call } = props;
  if (call.utterances.length > 0 || call.toolCalls.length > 0) return <Conversation {...props} />;
  const isNotKept = isCallContentNotStored(call);
  const text = isNotKept ? labels.notKeptText : call.callStatus === 'in_progress' ? labels.pending : undefined;
  return (
    <div className="-mx-4">
      <EmptyState
        picture="transcript"
        title={isNotKept ? labels.notKept : labels.empty}
        text={text}
        className="min-h-64"
      />
    </div>
  );
}
