/**
 * The probe inside a measured page: long tasks, frames, and when a text or figure was painted. `installPageProbe` runs
 * in the browser before the page's own scripts, so it must not refer to anything outside itself. Times are epoch ms
 * with fractions.
 */

export interface PageProbe {
  /** The present time by the page's clock. */
  now(): number;
  /** Clears earlier results and watches every frame until `end`. */
  begin(): void;
  end(): Promise<PageReport>;
  /** Resolves after the paint that shows an element of `selector` whose text contains `text`. */
  whenShown(selector: string, text: string): Promise<number>;
  /** Resolves after the paint that shows `value` in the tile of that label. */
  whenFigure(label: string, value: number): Promise<number>;
  readFigure(label: string): number | null;
}

export interface PageReport {
  /** Ms of each task over 50 ms on the page's main thread. */
  readonly longTasks: readonly number[];
  /** Frames over 50 ms, each with its scripts, so that the cause of a long task is known. */
  readonly longFrames: readonly LongFrame[];
  /** The longest time between two frames, ms. */
  readonly longestGapMs: number;
  /** Time of the last click or choice of a file; null if there was none since `begin`. */
  readonly inputAt: number | null;
  /** Number of different values that a progress bar showed. */
  readonly progressSteps: number;
}

export interface LongFrame {
  readonly ms: number;
  /** Each script's ms, function, file and character. */
  readonly scripts: readonly string[];
}

/** Missing from TypeScript's DOM: https://developer.mozilla.org/docs/Web/API/PerformanceLongAnimationFrameTiming */
interface LongAnimationFrame extends PerformanceEntry {
  readonly scripts?: readonly {
    readonly duration: number;
    readonly invoker: string;
    readonly sourceURL: string;
    readonly sourceFunctionName: string;
    readonly sourceCharPosition: number;
  }[];
}

declare global {
  interface Window {
    benchProbe: PageProbe;
  }
}

export function installPageProbe(): void {
  const entries: PerformanceEntry[] = [];
  const awaited = new Set<{ readonly isMet: () => boolean; readonly paint: (at: number) => void }>();
  let beganAt = 0;
  let isWatchingFrames = false;
  let lastFrameAt = 0;
  let longestGapMs = 0;
  let inputAt: number | null = null;
  let progress = new Set<number>();

  const now = (): number => performance.timeOrigin + performance.now();
  /** Calls `then` in the frame after the one that paints the present document. */
  const afterPaint = (then: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(then));

  const observer = new PerformanceObserver((list) => void entries.push(...list.getEntries()));
  for (const type of ['longtask', 'long-animation-frame']) observer.observe({ type, buffered: true });

  for (const type of ['change', 'click']) document.addEventListener(type, () => (inputAt = now()), { capture: true });

  new MutationObserver(() => {
    const bar = document.querySelector('progress');
    if (bar) progress.add(bar.value);
    for (const each of awaited) {
      if (!each.isMet()) continue;
      awaited.delete(each);
      afterPaint(() => each.paint(now()));
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['value'],
  });

  function whenMet(isMet: () => boolean): Promise<number> {
    return new Promise((paint) => {
      if (isMet()) afterPaint(() => paint(now()));
      else awaited.add({ isMet, paint });
    });
  }

  function watchFrame(): void {
    // The clock, and not the frame's own timestamp, which comes in whole frames.
    const at = performance.now();
    longestGapMs = Math.max(longestGapMs, at - lastFrameAt);
    lastFrameAt = at;
    if (isWatchingFrames) requestAnimationFrame(watchFrame);
  }

  function readFigure(label: string): number | null {
    const term = [...document.querySelectorAll('dt')].find((each) => each.textContent.startsWith(label));
    const digits = term?.nextElementSibling?.textContent.replaceAll(/\D/g, '') ?? '';
    return digits === '' ? null : Number(digits);
  }

  const describe = ({ duration, scripts = [] }: LongAnimationFrame): LongFrame => ({
    ms: duration,
    scripts: scripts.map(
      (each) =>
        `${each.duration.toFixed(0)} ms ${each.sourceFunctionName || each.invoker} ${each.sourceURL}:${each.sourceCharPosition}`,
    ),
  });

  window.benchProbe = {
    now,
    begin() {
      beganAt = performance.now();
      inputAt = null;
      progress = new Set();
      longestGapMs = 0;
      lastFrameAt = beganAt;
      if (isWatchingFrames) return;
      isWatchingFrames = true;
      requestAnimationFrame(() => {
        lastFrameAt = performance.now();
        requestAnimationFrame(watchFrame);
      });
    },
    async end() {
      const endedAt = performance.now();
      isWatchingFrames = false;
      // Entries arrive in a later task than the events they describe.
      await new Promise((resolve) => setTimeout(resolve, 500));
      entries.push(...observer.takeRecords());
      const seen = entries.filter(({ startTime, duration }) => startTime + duration >= beganAt && startTime <= endedAt);
      return {
        longTasks: seen.filter(({ entryType }) => entryType === 'longtask').map(({ duration }) => duration),
        longFrames: seen.filter(({ entryType }) => entryType === 'long-animation-frame').map((each) => describe(each)),
        longestGapMs,
        inputAt,
        progressSteps: progress.size,
      };
    },
    whenShown: (selector, text) =>
      whenMet(() => [...document.querySelectorAll(selector)].some((each) => each.textContent.includes(text))),
    whenFigure: (label, value) => whenMet(() => readFigure(label) === value),
    readFigure,
  };
}
