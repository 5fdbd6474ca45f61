/**
 * Processor time of the tasks on a page's main thread, from Chromium's trace. Unlike elapsed time, it excludes time
 * that the machine gave to other processes.
 */

/** An event as far as it is read: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Trace categories that `taskTimes` needs. */
export const taskCategories = ['disabled-by-default-devtools.timeline'];
const task = 'RunTask';
const pageThread = 'CrRendererMain';

/** Processor time in ms of each task on the page's main thread; with several pages, the busiest one's. */
export function taskTimes(trace: string): readonly number[] {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const pages = new Map<string, number[]>();
  for (const event of traceEvents)
    if (event.name === 'thread_name' && event.args?.name === pageThread) pages.set(threadOf(event), []);
  for (const event of traceEvents) {
    if (event.name === task && event.ph === 'X' && event.tdur !== undefined)
      pages.get(threadOf(event))?.push(event.tdur / 1_000);
  }
  const [busiest] = [...pages.values()].toSorted((a, b) => b.length - a.length);
  if (!busiest || busiest.length === 0) throw new Error('no task of a page in the trace');
  return busiest;
}
