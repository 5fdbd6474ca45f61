/** How loud a voice is: bars that light up, drawn without React. Where less motion is wanted they change twice a second. */
import { useEffect, useRef } from 'react';

const heights = ['h-1.5', 'h-2.5', 'h-3.5', 'h-4.5', 'h-5.5'] as const;
/** What the bars lose of a loud moment with each frame. */
const decay = 0.04;
const calmMs = 500;

/** `read`: loudness now, 0 to 1; the same function while it is drawn. */
export function LevelMeter({ read }: { readonly read: () => number }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const meter = box.current;
    if (!meter) return undefined;
    let peak = 0;
    let shown = -1;
    const draw = (): void => {
      peak = Math.max(read(), peak - decay);
      const lit = Math.round(peak * heights.length);
      if (lit === shown) return;
      shown = lit;
      meter.dataset['level'] = String(lit);
      for (const [index, bar] of [...meter.children].entries())
        (bar as HTMLElement).style.opacity = index < lit ? '1' : '';
    };
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const timer = setInterval(() => {
        peak = 0;
        draw();
      }, calmMs);
      return () => clearInterval(timer);
    }
    let frame = requestAnimationFrame(function next() {
      draw();
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
