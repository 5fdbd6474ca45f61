// The live transcript on a manual clock: when steps are computed, and their contents.
import { describe, expect, it } from 'vitest';
import { liveTranscriptRoles } from '../../retell/wire-live.ts';
import { createSimulatedAccount } from '../account.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import { buildSimulatedPastCallRecords } from '../history.ts';
import { createSimulatedLiveFeeds } from './live-feeds.ts';
import type { SimulatedTranscriptWatcher } from './live-feeds.ts';
import { buildSimulatedLiveTranscriptSteps, buildSimulatedPreSessionTranscriptItems } from './live-steps.ts';

const account = createSimulatedAccount(1, { key: 'key_feeds', orgName: 'Viva' });
const day = Date.UTC(2026, 10, 2);
const past = buildSimulatedPastCallRecords(1, account, { from: day, to: day + 86_400_000, count: 400 }).filter(
  ({ outcome }) => outcome.connected,
);
const ongoing = (): SimulatedCallRecord => {
  const long = past.find(({ outcome }) => outcome.course === 'achieved');
  if (long === undefined) throw new Error('No call of the history reached its goal');
  return { ...long, phase: 'ongoing' };
};

/** A clock that counts its pending timers and fires the next one on demand. */
function createStepper(): {
  after: (delay: number, task: () => void) => () => void;
  step(): void;
  now(): number;
  pending(): number;
} {
  let now = 0;
  const tasks = new Set<{ due: number; task: () => void }>();
  return {
    after(delay, task) {
      const entry = { due: now + delay, task };
      tasks.add(entry);
      return () => void tasks.delete(entry);
    },
    step() {
      const [next] = [...tasks].sort((left, right) => left.due - right.due);
      if (next === undefined) return;
      tasks.delete(next);
      now = next.due;
      next.task();
    },
    now: () => now,
    pending: () => tasks.size,
  };
}

const silent: SimulatedTranscriptWatcher = { snapshot: () => {}, update: () => {}, end: () => {} };

describe('a feed', () => {
  it('has one timer while the call is watched, and none otherwise', () => {
    const clock = createStepper();
    const feeds = createSimulatedLiveFeeds({ clock, talkedMs: () => clock.now() });
    const record = ongoing();
    feeds.append(record, { role: 'injected', content: 'unwatched' });
    expect(clock.pending()).toBe(0);
    const leave = [feeds.watch(record, silent), feeds.watch(record, { ...silent })];
    expect([feeds.watchers(record), clock.pending()]).toEqual([2, 1]);
    for (let nth = 0; nth < 20; nth += 1) clock.step();
    expect(clock.pending()).toBe(1);
    leave[0]?.();
    expect(clock.pending()).toBe(1);
    leave[1]?.();
    expect([feeds.watchers(record), clock.pending()]).toEqual([0, 0]);
  });

  it('sends a word at a time, only the item that changed', () => {
    const clock = createStepper();
    const feeds = createSimulatedLiveFeeds({ clock, talkedMs: () => clock.now() });
    const updates: string[] = [];
    feeds.watch(ongoing(), { ...silent, update: (changed) => void updates.push(changed) });
    clock.step();
    clock.step();
    expect(updates.map((text) => (JSON.parse(text) as { transcripts: unknown[] }).transcripts.length)).toEqual([1, 1]);
  });
});

describe('the steps of a call', () => {
  const steps = past.map((record) => ({
    record,
    items: buildSimulatedLiveTranscriptSteps(record).map(({ item }) => item),
  }));
  const has = (role: string): number => steps.filter(({ items }) => items.some((item) => item.role === role)).length;

  it('have tool calls right before their line, in order', () => {
    let checked = 0;
    for (const { items } of steps) {
      const byTime = [...new Map(items.map((item) => [item.id, item] as const)).values()]
        .filter(({ metadata }) => metadata?.['is_backchannel'] !== true)
        .sort((left, right) => left.time_sec - right.time_sec);
      for (const [index, item] of byTime.entries()) {
        if (item.role !== 'tool_call_invocation') continue;
        checked += 1;
        expect(byTime[index + 1]).toMatchObject({ role: 'tool_call_result', tool_call_id: item['tool_call_id'] });
        expect(byTime.slice(index + 2).find(({ role }) => !role.startsWith('tool_'))?.role).toBe('agent');
      }
    }
    expect(checked).toBeGreaterThan(10);
  });

  it('have nodes, backchannels, interruptions and digits now and then', () => {
    expect(has('node_transition')).toBeGreaterThan(10);
    const metadata = steps.flatMap(({ items }) => items.map((item) => item.metadata ?? {}));
    expect(metadata.some(({ is_backchannel }) => is_backchannel === true)).toBe(true);
    expect(metadata.some(({ interrupt_id }) => interrupt_id !== undefined)).toBe(true);
    const menus = steps.filter(({ record }) => record.outcome.course === 'ivr');
    expect(menus.length).toBeGreaterThan(0);
    expect(has('dtmf')).toBe(menus.length);
  });

  it('have only roles that are known', () => {
    const roles = new Set(steps.flatMap(({ items }) => items.map(({ role }) => role)));
    expect(liveTranscriptRoles).toEqual(expect.arrayContaining([...roles]));
  });

  it('have a tool call before the first word in one script', () => {
    for (const { record } of steps)
      expect(buildSimulatedPreSessionTranscriptItems(record).length > 0).toBe(record.agent.script === 'support');
    expect(steps.some(({ record }) => record.agent.script === 'support')).toBe(true);
  });
});
