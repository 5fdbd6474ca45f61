/** Controls of the recording player: play and pause, skip ten seconds, position, speed and mute. */
import { Pause, Play, RotateCcw, RotateCw, Volume2, VolumeX } from 'lucide-react';
import { callRecordingLabels as labels } from '../call-detail-es.ts';
import { formatCallDuration, formatDuration } from '../../../format/durations.ts';
import { getButtonClasses, Button } from '../../../ui/button.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { usePlaybackState, type AudioPlayer } from './audio-player.ts';
import { RecordingSeekBar } from './seek-bar.tsx';
import { PlaybackSpeedButton } from './speed-button.tsx';
import { usePlayerShortcuts } from './use-player-keys.ts';

interface RecordingPlayerProps {
  readonly player: AudioPlayer;
  readonly setSpeed: (speed: number) => void;
  /** Address of the recording's sound. */
  readonly url: string;
  /** Duration of the call, shown until the recording's own duration is loaded. */
  readonly durationMs: number | null;
}

const skipSeconds = 10;

function PlayButton({ player }: { readonly player: AudioPlayer }) {
  const playing = usePlaybackState(player, (state) => state.playing);
  const Icon = playing ? Pause : Play;
  return (
    <Tooltip text={labels.playKeys}>
      <button
        type="button"
        aria-label={playing ? labels.pause : labels.play}
        aria-keyshortcuts="K Space"
        className={getButtonClasses({ variant: 'primary', className: 'size-9 rounded-full px-0' })}
        onClick={player.togglePlaying}
      >
        <Icon aria-hidden className="fill-current" />
      </button>
    </Tooltip>
  );
}

function SkipButton({ player, seconds }: { readonly player: AudioPlayer; readonly seconds: number }) {
  const back = seconds < 0;
  const Icon = back ? RotateCcw : RotateCw;
  return (
    <Tooltip text={back ? labels.backKeys : labels.forwardKeys}>
      <Button
        size="icon"
        variant="ghost"
        aria-label={back ? labels.back : labels.forward}
        aria-keyshortcuts={back ? 'J' : 'L'}
        onClick={() => player.skip(seconds)}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}

function MuteButton({ player }: { readonly player: AudioPlayer }) {
  const muted = usePlaybackState(player, (state) => state.muted);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <Tooltip text={labels.muteKeys}>
      <Button
        size="icon"
        variant="ghost"
        aria-label={muted ? labels.unmute : labels.mute}
        aria-keyshortcuts="M"
        onClick={player.toggleMuted}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}

function Clock({ player, duration }: { readonly player: AudioPlayer; readonly duration: number }) {
  const seconds = usePlaybackState(player, (state) => Math.floor(state.position));
  return (
    <span className="shrink-0 px-1 text-xs text-muted tabular-nums max-sm:ml-auto">
      <span className="text-ink">{formatDuration(seconds)}</span> /{' '}
      {formatCallDuration({ durationMs: duration > 0 ? duration * 1_000 : null })}
    </span>
  );
}

export function RecordingPlayer({ player, setSpeed, url, durationMs }: RecordingPlayerProps) {
  const duration = usePlaybackState(player, (state) => state.duration) ?? (durationMs ?? 0) / 1_000;
  usePlayerShortcuts(player, setSpeed);
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 max-sm:gap-x-0.5">
      <SkipButton player={player} seconds={-skipSeconds} />
      <PlayButton player={player} />
      <SkipButton player={player} seconds={skipSeconds} />
      <RecordingSeekBar player={player} url={url} duration={duration} />
      <Clock player={player} duration={duration} />
      <PlaybackSpeedButton player={player} setSpeed={setSpeed} />
      <MuteButton player={player} />
    </div>
  );
}
