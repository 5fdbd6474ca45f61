/** Draws a recording's waveform, with the played part in another colour. Hidden from screen readers. */
import { MeasuredChartBox } from '../../../ui/chart-box.tsx';
import { mergePeaksIntoBars } from './waveform.ts';

/** Sizes of the waveform in px: distance between the starts of two bars, width of a bar, and height. */
const pitch = 4;
const barWidth = 2;
export const waveformHeight = 40;

interface WaveformBarsProps {
  readonly peaks: readonly number[];
  /** Played share, 0 to 100. */
  readonly playedPercent: number;
}

export function RecordingWaveform({ peaks, playedPercent }: WaveformBarsProps) {
  return (
    <MeasuredChartBox height={waveformHeight} className="w-full animate-enter">
      {(width) => {
        const bars = mergePeaksIntoBars(peaks, Math.floor(width / pitch));
        const step = width / bars.length;
        const path = bars
          .map((bar, index) => {
            // A silent part of the recording is drawn as a dot.
            const half = Math.max(1, (bar * (waveformHeight - 4)) / 2);
            return `M${((index + 0.5) * step).toFixed(1)} ${(waveformHeight / 2 - half).toFixed(1)}v${(half * 2).toFixed(1)}`;
          })
          .join('');
        const drawing = (className: string, playedOnly: boolean) => (
          <svg
            aria-hidden
            width={width}
            height={waveformHeight}
            className="absolute inset-0"
            {...(playedOnly ? { style: { clipPath: `inset(0 ${100 - playedPercent}% 0 0)` } } : {})}
          >
            <path d={path} strokeWidth={barWidth} strokeLinecap="round" fill="none" className={className} />
          </svg>
        );
        return (
          <>
            {drawing('stroke-line-strong', false)}
            {drawing('stroke-accent', true)}
          </>
        );
      }}
    </MeasuredChartBox>
  );
}
