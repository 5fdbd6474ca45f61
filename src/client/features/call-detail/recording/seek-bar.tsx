/** Seek bar of a recording, drawn as a plain bar or as a waveform. It seeks by click, drag and keys. */
import { Suspense, useEffect, useState, type KeyboardEvent } from 'react';
import { callRecordingLabels as labels } from '../call-detail-es.ts';
import { formatDuration } from '../../../format/durations.ts';
import { usePlaybackState, type AudioPlayer } from './audio-player.ts';
import { getSeekPositionForKey } from './playback.ts';
import { lazyWithIdlePreload } from '../../../ui/idle-code.ts';

const WaveformBars = lazyWithIdlePreload(async () => ({
  default: (await import('./waveform-bars.tsx')).RecordingWaveform,
}));

interface SeekBarProps {
  readonly player: AudioPlayer;
  /** Address of the recording's sound. */
  readonly url: string;
  /** Length in seconds. */
  readonly duration: number;
}

/**
 * Calls `work` once the browser is idle, or after 1 s without idle callbacks. The returned function cancels that call.
 */
function whenQuiet(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = window.requestIdleCallback(work);
    return () => window.cancelIdleCallback(handle);
  }
  const timer = setTimeout(work, 1_000);
  return () => clearTimeout(timer);
}

/** React hook: the recording's waveform peaks, loaded when the browser is idle; null until then or on failure. */
function usePeaks(url: string, player: AudioPlayer): readonly number[] | null {
  const duration = usePlaybackState(player, (state) => state.duration);
  const [peaks, setPeaks] = useState<readonly number[] | null>(null);
  useEffect(() => {
    if (duration === null) return undefined;
    const leaving = new AbortController();
    const load = async () => {
      const { loadWaveformPeaks: loadPeaks } = await import('./waveform.ts');
      const found = await loadPeaks(url, duration, leaving.signal);
      if (!leaving.signal.aborted) setPeaks(found);
    };
    const stopWaiting = whenQuiet(() => {
      load().catch(() => {
        // If loading the waveform's code fails, the plain seek bar stays.
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
 * The browser's own slider, transparent above the drawn bar, handles clicks, drags, touch and screen readers. Its thumb
 * has no width, so that a click seeks to its exact position. Plain bar and waveform have the same height.
 */
export function RecordingSeekBar({ player, url, duration }: SeekBarProps) {
  const peaks = usePeaks(url, player);
  const position = Math.min(
    duration,
    usePlaybackState(player, (state) => state.position),
  );
  const percent = duration > 0 ? (position / duration) * 100 : 0;
  const seekByKey = (event: KeyboardEvent) => {
    const moment = getSeekPositionForKey(event.key, position, duration);
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
