import { describe, expect, it } from 'vitest';
import { taskTimes } from './task-trace.ts';

const thread = (pid: number, tid: number, name: string) => ({ name: 'thread_name', ph: 'M', pid, tid, args: { name } });
const task = (pid: number, tid: number, tdur: number) => ({ name: 'RunTask', ph: 'X', pid, tid, dur: tdur * 3, tdur });
const read = (...traceEvents: readonly object[]) => taskTimes(JSON.stringify({ traceEvents }));

describe('the tasks of a page', () => {
  it('are those of its thread, by processor time in ms', () => {
    const other = { ...task(1, 10, 90_000), name: 'Layout' };
    const begun = { name: 'RunTask', ph: 'B', pid: 1, tid: 10 };
    expect(
      read(
        task(1, 10, 18_600),
        thread(1, 10, 'CrRendererMain'),
        thread(1, 11, 'Compositor'),
        task(1, 11, 70_000),
        other,
        begun,
        task(1, 10, 40),
      ),
    ).toEqual([18.6, 0.04]);
  });

  it('are the busier page’s, for a browser keeps an idle one in store', () => {
    const threads = [thread(1, 5, 'CrRendererMain'), thread(2, 5, 'CrRendererMain')];
    expect(read(...threads, task(1, 5, 80_000), task(2, 5, 1_000), task(2, 5, 2_000))).toEqual([1, 2]);
  });

  it('are never silently none', () => {
    expect(() => read(thread(1, 5, 'CrRendererMain'))).toThrow('no task');
    expect(() => read(task(1, 5, 1_000))).toThrow('no task');
  });
});
