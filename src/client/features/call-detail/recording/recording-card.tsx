/**
 * Card with the call's recording: the player, or the status of the search for a recording with a button to search
 * again. The audio always comes through our own server, never from the provider's URL.
 */
import { AudioLines, Search } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { CallDetail } from '../../../../contract/calls.ts';
import { callRecordingLabels } from '../call-detail-es.ts';
import { useCallRecording } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { usePlaybackState, type AudioPlayer } from './audio-player.ts';
import { isCallContentNotStored } from '../call-values.ts';
import { RecordingPlayer } from './recording-player.tsx';

interface RecordingCardProps {
  readonly call: CallDetail;
  readonly player: AudioPlayer;
  /** Changes the playback speed and stores it. */
  readonly setSpeed: (speed: number) => void;
  /** Callback that gets true if the call has a recording that can be played, otherwise false. */
  readonly onAudio: (hasAudio: boolean) => void;
  readonly className?: string;
}

interface MessageProps {
  readonly text: string;
  /**
   * Callback of the button that searches for the recording. Undefined if a search would be useless, as during the call.
   * Then the button is not shown.
   */
  readonly onSearch?: (() => void) | undefined;
  readonly searching?: boolean;
}

function Message({ text, onSearch, searching = false }: MessageProps) {
  return (
    <>
      <AudioLines aria-hidden className={classNames('size-5 shrink-0 text-muted', searching && 'animate-breathe')} />
      <span className="min-w-0 flex-1 text-muted">
        <output>{text}</output>
      </span>
      {onSearch ? (
        <Button size="small" disabled={searching} onClick={onSearch}>
          <Search aria-hidden />
          {callRecordingLabels.search}
        </Button>
      ) : null}
    </>
  );
}

function AudioSource({ url, player }: { readonly url: string; readonly player: AudioPlayer }) {
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => player.attach(audio.current), [player]);
  // The audio element has no captions, because the page shows the call's transcript.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio ref={audio} src={url} preload="metadata" />;
}

export function RecordingCard({ call, player, setSpeed, onAudio, className }: RecordingCardProps) {
  const isOpen = call.callStatus === 'in_progress';
  const known = call.recordingUrl !== null;
  const failed = usePlaybackState(player, (state) => state.failed);
  const isNotKept = isCallContentNotStored(call);
  const recording = useCallRecording(call.id, !known && !isOpen && !isNotKept);
  const url = call.recordingUrl ?? recording.data?.recording_url ?? null;
  const hasAudio = url !== null && !failed;
  useEffect(() => onAudio(hasAudio), [hasAudio, onAudio]);

  const search = async () => {
    const found = await recording.refetch();
    if (found.data?.available) player.reload();
  };
  const onSearch = () => void search();

  function content(): ReactNode {
    if (url !== null && hasAudio)
      return <RecordingPlayer player={player} setSpeed={setSpeed} url={url} durationMs={call.durationMs} />;
    if (isOpen) return <Message text={callRecordingLabels.afterTheCall} />;
    if (isNotKept) return <Message text={callRecordingLabels.notKept} />;
    if (recording.isFetching) return <Message text={callRecordingLabels.searching} onSearch={onSearch} searching />;
    // If the search succeeded but found no recording, say that the provider has none. In all other cases, say that the
    // recording is unavailable.
    const isMissing = !recording.isError && recording.data?.available === false;
    return (
      <Message
        text={isMissing ? callRecordingLabels.notAtProvider : callRecordingLabels.unavailable}
        onSearch={onSearch}
      />
    );
  }

  return (
    <section
      aria-label={callRecordingLabels.title}
      className={classNames(
        'flex min-h-16 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 max-sm:min-h-25',
        className,
      )}
    >
      {url === null ? null : <AudioSource url={url} player={player} />}
      {content()}
    </section>
  );
}
