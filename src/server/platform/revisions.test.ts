import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { createEventBus, type EventBus } from './events.ts';
import { createRevisions, type Revisions } from './revisions.ts';
import type { BusMessage } from './server-bus.ts';
import { createSharedReads } from './shared-reads.ts';

const minute = 60_000;

let clock: ManualClock;
let events: EventBus;
/** The bus's ends that a test pulls: what comes from other servers, a gap, a lost line. */
let hear: (message: BusMessage) => void;
let tellGap: () => void;
let line: { isListening: boolean };
let revisions: Revisions;

function create(): Revisions {
  return createRevisions({
    clock,
    events,
    bus: {
      onMessage: (listener) => (hear = (message) => listener(message, false)),
      onGap: (listener) => (tellGap = listener),
      get isListening() {
        return line.isListening;
      },
    },
  });
}

beforeEach(() => {
  clock = new ManualClock('2026-11-21T12:10:00Z');
  events = createEventBus(pino({ level: 'silent' }));
  line = { isListening: true };
  revisions = create();
});

describe('a revision', () => {
  it('is another one after each change that was heard of, and of that workspace alone', () => {
    const seen = new Set([revisions.revisionOf('w1')]);
    const other = revisions.revisionOf('w2');
    const changes = [
      () => events.emit('calls.changed', { workspaceId: 'w1', changes: [] }),
      () => events.emit('campaigns.changed', { workspaceId: 'w1', campaignIds: [] }),
      () => events.emit('settings.changed', { workspaceId: 'w1' }),
      () => events.emit('workspace.changed', { workspaceId: 'w1' }),
      () => events.emit('agents.changed', { workspaceId: 'w1' }),
      () => hear({ kind: 'call_started', workspaceId: 'w1', ids: ['c1'] }),
      () => hear({ kind: 'refetch', workspaceId: 'w1' }),
      () => hear({ kind: 'workspace_update', workspaceId: 'w1' }),
    ];
    for (const change of changes) {
      change();
      expect(revisions.revisionOf('w1')).toBe(revisions.revisionOf('w1'));
      seen.add(revisions.revisionOf('w1'));
    }
    expect(seen.size).toBe(1 + changes.length);
    hear({ kind: 'sessions_changed', ids: ['s1'] });
    expect(revisions.revisionOf('w2')).toBe(other);
  });

  it('is another one of every workspace after a gap, on another server and in another life', () => {
    const ofBoth = (server: Revisions) => ['w1', 'w2'].map((id) => server.revisionOf(id));
    const before = ofBoth(revisions);
    tellGap();
    const after = ofBoth(revisions);
    const elsewhere = ofBoth(create());
    expect(new Set([...before, ...after, ...elsewhere]).size).toBe(6);
  });

  it('is another one at the minute’s turn and not before', async () => {
    const before = revisions.revisionOf('w1');
    await clock.advance(minute - 1);
    expect(revisions.revisionOf('w1')).toBe(before);
    await clock.advance(1);
    expect(revisions.revisionOf('w1')).not.toBe(before);
  });

  it('labels no answer while other servers may speak unheard', () => {
    const etag = revisions.etagOf('w1');
    expect(etag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
    line.isListening = false;
    expect(revisions.etagOf('w1')).toBeNull();
    line.isListening = true;
    expect(revisions.etagOf('w1')).toBe(etag);
  });
});

describe('reads', () => {
  it('that are identical and under way are one; what changed meanwhile is read anew', async () => {
    const { share } = createSharedReads(revisions);
    const answers: ((answer: string) => void)[] = [];
    const read = () => new Promise<string>((resolve) => answers.push(resolve));
    const ask = (workspaceId = 'w1', query: unknown = { timeRange: 'today' }) =>
      share(workspaceId, 'getCallVolume', query, read);
    const first = [ask(), ask(), ask()];
    expect(answers).toHaveLength(1);
    const others = [ask('w2'), ask('w1', { timeRange: '7d' }), share('w1', 'getMetrics', { timeRange: 'today' }, read)];
    expect(answers).toHaveLength(4);
    events.emit('calls.changed', { workspaceId: 'w1', changes: [] });
    const later = [ask(), ask()];
    expect(answers).toHaveLength(5);
    answers.forEach((answer, index) => answer(`answer ${index}`));
    expect(await Promise.all([...first, ...others, ...later])).toEqual([
      'answer 0',
      'answer 0',
      'answer 0',
      'answer 1',
      'answer 2',
      'answer 3',
      'answer 4',
      'answer 4',
    ]);
    // Done is not remembered.
    const again = ask();
    answers[5]?.('answer 5');
    expect(await again).toBe('answer 5');
  });

  it('fail for all who wait, and are tried again by the next', async () => {
    const { share } = createSharedReads(revisions);
    const ask = (read: () => Promise<string>) => share('w1', 'getMetrics', {}, read);
    const failing = [ask(() => Promise.reject(new Error('away'))), ask(async () => 'unasked')];
    expect(await Promise.allSettled(failing)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await ask(async () => 'back')).toBe('back');
  });
});
