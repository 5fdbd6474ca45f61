/** Play and pause, ten seconds back and on, the place in the recording, speed and sound. The bar seeks by click, drag and keys. */
import { Pause, Play, RotateCcw, RotateCw, Volume2, VolumeX } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, type KeyboardEvent } from 'react';
import { recordingLabels as labels } from '../../../labels/call-detail-es.ts';
import { formatDuration } from '../../format/durations.ts';
import { buttonClass, Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { usePlayback, type AudioPlayer } from './audio-player.ts';
import { momentOfKey } from './playback.ts';
import { SpeedButton } from './speed-button.tsx';
import { usePlayerKeys } from './use-player-keys.ts';

const WaveformBars = lazy(async () => ({ default: (await import('./waveform-bars.tsx')).WaveformBars }));

interface RecordingPlayerProps {
  readonly player: AudioPlayer;
  readonly setSpeed: (speed: number) => void;
  /** Where the sound is. */
  readonly url: string;
  /** The call's length, until the recording tells its own. */
  readonly durationMs: number | null;
}

const skipSeconds = 10;

function PlayButton({ player }: { readonly player: AudioPlayer }) {
  const playing = usePlayback(player, (state) => state.playing);
  const Icon = playing ? Pause : Play;
  return (
    <Tooltip text={labels.playKeys}>
      <button
        type="button"
        aria-label={playing ? labels.pause : labels.play}
        aria-keyshortcuts="K Space"
        className={buttonClass({ variant: 'primary', className: 'size-9 rounded-full px-0' })}
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
  const muted = usePlayback(player, (state) => state.muted);
  const Icon = muted ? VolumeX : Volume2;
  return (
    <Tooltip text={labels.muteKeys}>
      <Button size="icon" variant="ghost" aria-label={muted ? labels.unmute : labels.mute} aria-keyshortcuts="M" onClick={player.toggleMuted}>
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}

/** Runs once the browser has nothing better to do, a moment later where it can't tell; the answer cancels. */
function whenQuiet(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work);
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 1_000);
  return () => clearTimeout(timer);
}

/** The recording's shape, read once its head is here and the page is quiet; null until then, and where it can't be had. */
function usePeaks(url: string, player: AudioPlayer): readonly number[] | null {
  const duration = usePlayback(player, (state) => state.duration);
  const [peaks, setPeaks] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (duration === null) return undefined;
    const leaving = new AbortController();
    const load = async () => {
      const { loadPeaks } = await import('./waveform.ts');
      const found = await loadPeaks(url, duration, leaving.signal);
      if (!leaving.signal.aborted) setPeaks(found);
    };
    const stopWaiting = whenQuiet(() => {
      load().catch(() => {
        // Without its code the plain bar stays.
      });
    });
    return () => {
      stopWaiting();
      leaving.abort();
    };
  }, [url, duration]);
  return peaks;
}

function PlainBar({ percent }: { readonly percent: number }) {
  return (
    <div className="h-1.5 w-full rounded-full bg-line">
      <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}

/**
 * The browser's own slider lies unseen over what we draw: clicks, drags, touch and screen readers come with it. Its thumb
 * has no width, so that a click falls exactly where it was made. Bar and waveform have one height.
 */
function SeekBar({ player, duration, peaks }: { readonly player: AudioPlayer; readonly duration: number; readonly peaks: readonly number[] | null }) {
  const position = Math.min(duration, usePlayback(player, (state) => state.position));
  const percent = duration > 0 ? (position / duration) * 100 : 0;
  const seekByKey = (event: KeyboardEvent) => {
    const moment = momentOfKey(event.key, position, duration);
    if (moment === null) return;
    event.preventDefault();
    player.seek(moment);
  };
  const plain = <PlainBar percent={percent} />;
  return (
    <div className="relative flex h-10 min-w-0 flex-1 items-center max-sm:order-first max-sm:basis-full">
      <input
        type="range"
        min={0}
        max={duration}
        step="any"
        value={position}
        aria-label={labels.position}
        aria-valuetext={labels.positionOf(formatDuration(position), formatDuration(duration))}
        className="peer absolute inset-0 z-10 m-0 size-full cursor-pointer appearance-none opacity-0 [&::-moz-range-thumb]:w-0 [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:w-0 [&::-webkit-slider-thumb]:appearance-none"
        onChange={(event) => player.seek(Number(event.target.value))}
        onKeyDown={seekByKey}
      />
      <div className="pointer-events-none relative flex size-full items-center rounded-sm outline-offset-2 outline-accent peer-focus-visible:outline-2">
        {peaks ? (
          <Suspense fallback={plain}>
            <WaveformBars peaks={peaks} playedPercent={percent} />
          </Suspense>
        ) : (
          plain
        )}
        <div
          className={
            peaks
              ? 'absolute inset-y-0.5 w-0.5 -translate-x-1/2 rounded-full bg-accent'
              : 'absolute top-1/2 size-3 -translate-1/2 rounded-full bg-accent'
          }
          style={{ left: `${percent}%` }}
        />
      </div>
    </div>
  );
}

function Clock({ player, duration }: { readonly player: AudioPlayer; readonly duration: number }) {
  const seconds = usePlayback(player, (state) => Math.floor(state.position));
  return (
    <span className="shrink-0 px-1 text-xs text-muted tabular-nums max-sm:ml-auto">
      <span className="text-ink">{formatDuration(seconds)}</span> / {formatDuration(duration)}
    </span>
  );
}

export function RecordingPlayer({ player, setSpeed, url, durationMs }: RecordingPlayerProps) {
  const duration = usePlayback(player, (state) => state.duration) ?? (durationMs ?? 0) / 1_000;
  const peaks = usePeaks(url, player);
  usePlayerKeys(player, setSpeed);
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 max-sm:gap-x-0.5">
      <SkipButton player={player} seconds={-skipSeconds} />
      <PlayButton player={player} />
      <SkipButton player={player} seconds={skipSeconds} />
      <SeekBar player={player} duration={duration} peaks={peaks} />
      <Clock player={player} duration={duration} />
      <SpeedButton player={player} setSpeed={setSpeed} />
      <MuteButton player={player} />
    </div>
  );
}
