/** Who said what and when. A line with a time seeks the recording; the line being said is marked. */
import { MessagesSquare } from 'lucide-react';
import type { CallDetail, Utterance } from '../../../contract/calls.ts';
import { transcriptLabels } from '../../../labels/call-detail-es.ts';
import { formatDuration } from '../../format/durations.ts';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/states.tsx';
import { createAudioPlayer, usePlayback, type AudioPlayer } from './audio-player.ts';
import { currentLine } from './playback.ts';

interface TranscriptTabProps {
  readonly call: CallDetail;
  readonly player: AudioPlayer | null;
}

interface LineProps {
  readonly line: Utterance;
  readonly timed: boolean;
  readonly current: boolean;
  readonly player: AudioPlayer | null;
}

const shape = 'grid w-full gap-x-3 px-4 py-2 text-left';

function LineText({ line, timed }: Pick<LineProps, 'line' | 'timed'>) {
  return (
    <>
      {timed ? (
        <span className="text-xs/5 text-muted tabular-nums">{line.startSeconds === null ? null : formatDuration(line.startSeconds)}</span>
      ) : null}
      <span className="text-xs/5 font-medium break-words text-muted">{line.speaker}</span>
      <span className="min-w-0 break-words max-sm:col-span-full">{line.text}</span>
    </>
  );
}

function Line({ line, timed, current, player }: LineProps) {
  const columns = timed ? 'grid-cols-[2.5rem_1fr] sm:grid-cols-[2.5rem_6rem_minmax(0,1fr)]' : 'grid-cols-1 sm:grid-cols-[6rem_minmax(0,1fr)]';
  const { startSeconds } = line;
  const marked = 'border-l-2 transition-colors';
  const look = classNames(shape, columns, marked, current ? 'border-accent bg-accent-soft' : 'border-transparent');
  return (
    <li aria-current={current || undefined}>
      {player && startSeconds !== null ? (
        <button
          type="button"
          className={classNames(look, '-outline-offset-2', !current && 'hover:bg-sunken')}
          title={transcriptLabels.goTo(formatDuration(startSeconds))}
          onClick={() => player.seek(startSeconds)}
        >
          <LineText line={line} timed={timed} />
        </button>
      ) : (
        <div className={look}>
          <LineText line={line} timed={timed} />
        </div>
      )}
    </li>
  );
}

/** Stands in where there is nothing to play: it never moves. */
const silent = createAudioPlayer();

function Lines({ lines, player }: { readonly lines: readonly Utterance[]; readonly player: AudioPlayer | null }) {
  const current = usePlayback(player ?? silent, ({ playing, position }) => (playing || position > 0 ? currentLine(lines, position) : null));
  const timed = lines.some((line) => line.startSeconds !== null);
  return (
    <ol className="overflow-hidden rounded-lg border border-line bg-surface py-2">
      {lines.map((line, index) => (
        // A transcript only grows at its end: a line's place is its identity.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={index} line={line} timed={timed} current={index === current} player={player} />
      ))}
    </ol>
  );
}

export function TranscriptTab({ call, player }: TranscriptTabProps) {
  if (call.utterances.length > 0) return <Lines lines={call.utterances} player={player} />;
  return (
    <div className="rounded-lg border border-line bg-surface">
      <EmptyState
        icon={MessagesSquare}
        title={transcriptLabels.empty}
        text={call.callStatus === 'in_progress' ? transcriptLabels.pending : undefined}
        className="min-h-64"
      />
    </div>
  );
}
