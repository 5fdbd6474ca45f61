/** Level meter of a voice's loudness, drawn without React. With reduced motion it changes only twice a second. */
import { useEffect, useRef } from 'react';

const heights = ['h-1.5', 'h-2.5', 'h-3.5', 'h-4.5', 'h-5.5'] as const;
/** Fraction by which the level meter falls with each animation frame. */
const decay = 0.04;
const calmMs = 500;

/** Level meter of the loudness that `read` returns, 0 to 1. `read` must be the same function while mounted. */
export function AudioLevelMeter({ read }: { readonly read: () => number }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const meter = box.current;
    if (!meter) return undefined;
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    let peak = 0;
    let shown = 0;
    let drawnAt = Number.NEGATIVE_INFINITY;
    const draw = (): void => {
      const lit = Math.round(peak * heights.length);
      if (lit === shown) return;
      shown = lit;
      meter.dataset['level'] = String(lit);
      for (const [index, bar] of [...meter.children].entries())
        (bar as HTMLElement).style.opacity = index < lit ? '1' : '';
    };
    let frame = requestAnimationFrame(function next(time) {
      // With reduced motion, draw the level meter less often, and show the loudest moment since it was last drawn.
      peak = Math.max(read(), isCalm ? peak : peak - decay);
      if (!isCalm || time - drawnAt >= calmMs) {
        drawnAt = time;
        draw();
        if (isCalm) peak = 0;
      }
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [read]);
  return (
    <span ref={box} aria-hidden data-level="0" className="flex h-6 shrink-0 items-end gap-0.5 text-accent">
      {heights.map((height) => (
        <span key={height} className={`w-1 rounded-full bg-current opacity-25 ${height}`} />
      ))}
    </span>
  );
}
