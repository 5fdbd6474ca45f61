/** Play and pause, the place in the recording, mute. The bar seeks by click, drag and keys. */
import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { recordingLabels } from '../../../labels/call-detail-es.ts';
import { formatDuration } from '../../format/durations.ts';
import { buttonClass, Button } from '../../ui/button.tsx';
import { usePlayback, type AudioPlayer } from './audio-player.ts';
import { momentOfKey } from './playback.ts';

interface RecordingPlayerProps {
  readonly player: AudioPlayer;
  /** The call's length, until the recording tells its own. */
  readonly durationMs: number | null;
}

function PlayButton({ player }: { readonly player: AudioPlayer }) {
  const playing = usePlayback(player, (state) => state.playing);
  const Icon = playing ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={playing ? recordingLabels.pause : recordingLabels.play}
      className={buttonClass({ variant: 'primary', className: 'size-9 rounded-full px-0' })}
      onClick={player.togglePlaying}
    >
      <Icon aria-hidden className="fill-current" />
    </button>
  );
}

function MuteButton({ player }: { readonly player: AudioPlayer }) {
  const muted = usePlayback(player, (state) => state.muted);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <Button size="icon" variant="ghost" aria-label={muted ? recordingLabels.unmute : recordingLabels.mute} onClick={player.toggleMuted}>
      <Icon aria-hidden />
    </Button>
  );
}

/**
 * The browser's own slider lies unseen over the bar that we draw: clicks, drags, touch and screen readers come with it.
 * Its thumb has no width, so that a click falls exactly where it was made.
 */
function SeekBar({ player, duration }: { readonly player: AudioPlayer; readonly duration: number }) {
  const position = Math.min(duration, usePlayback(player, (state) => state.position));
  const percent = duration > 0 ? (position / duration) * 100 : 0;
  const seekByKey = (event: KeyboardEvent) => {
    const moment = momentOfKey(event.key, position, duration);
    if (moment === null) return;
    event.preventDefault();
    player.seek(moment);
  };
  return (
    <div className="relative flex h-6 min-w-0 flex-1 items-center">
      <input
        type="range"
        min={0}
        max={duration}
        step="any"
        value={position}
        aria-label={recordingLabels.position}
        aria-valuetext={recordingLabels.positionOf(formatDuration(position), formatDuration(duration))}
        className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none opacity-0 [&::-moz-range-thumb]:w-0 [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:w-0 [&::-webkit-slider-thumb]:appearance-none"
        onChange={(event) => player.seek(Number(event.target.value))}
        onKeyDown={seekByKey}
      />
      <div className="pointer-events-none relative h-1.5 w-full rounded-full bg-line outline-offset-4 outline-accent peer-focus-visible:outline-2">
        <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
        <div className="absolute top-1/2 size-3 -translate-1/2 rounded-full bg-accent" style={{ left: `${percent}%` }} />
      </div>
    </div>
  );
}

function Clock({ player, duration }: { readonly player: AudioPlayer; readonly duration: number }) {
  const seconds = usePlayback(player, (state) => Math.floor(state.position));
  return (
    <span className="shrink-0 text-xs text-muted tabular-nums">
      <span className="text-ink">{formatDuration(seconds)}</span> / {formatDuration(duration)}
    </span>
  );
}

export function RecordingPlayer({ player, durationMs }: RecordingPlayerProps) {
  const duration = usePlayback(player, (state) => state.duration) ?? (durationMs ?? 0) / 1_000;
  return (
    <>
      <PlayButton player={player} />
      <SeekBar player={player} duration={duration} />
      <Clock player={player} duration={duration} />
      <MuteButton player={player} />
    </>
  );
}
