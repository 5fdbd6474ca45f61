import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { createEventBus, type EventBus } from './events.ts';
import type { ServerBusMessage } from './server-bus.ts';
import { createReadCoalescer, type ReadCoalescer } from './shared-reads.ts';

let events: EventBus;
/** Simulates the bus: a message of another server, and a gap. */
let hear: (message: ServerBusMessage) => void;
let reportGap: () => void;
let share: ReadCoalescer['share'];
let answers: ((answer: string) => void)[];

beforeEach(() => {
  events = createEventBus(pino({ level: 'silent' }));
  answers = [];
  ({ share } = createReadCoalescer({
    events,
    bus: {
      onMessage: (listener) => (hear = (message) => listener(message, false)),
      onGap: (listener) => (reportGap = listener),
    },
  }));
});

const read = () => new Promise<string>((resolve) => answers.push(resolve));
const ask = (workspaceId = 'w1', query: unknown = { timeRange: 'today' }) =>
  share(workspaceId, 'getCallVolume', query, read);

describe('reads', () => {
  it('that are identical and under way are one', async () => {
    const first = [ask(), ask(), ask()];
    expect(answers).toHaveLength(1);
    const others = [ask('w2'), ask('w1', { timeRange: '7d' }), share('w1', 'getMetrics', { timeRange: 'today' }, read)];
    expect(answers).toHaveLength(4);
    answers.forEach((answer, index) => answer(`answer ${index}`));
    expect(await Promise.all([...first, ...others])).toEqual([
      'answer 0',
      'answer 0',
      'answer 0',
      'answer 1',
      'answer 2',
      'answer 3',
    ]);
    // A finished read is not cached.
    const again = ask();
    answers[4]?.('answer 4');
    expect(await again).toBe('answer 4');
  });

  it.each<[string, () => void]>([
    ['calls', () => events.emit('calls.changed', { workspaceId: 'w1', changes: [] })],
    ['campaigns', () => events.emit('campaigns.changed', { workspaceId: 'w1', campaignIds: [] })],
    ['settings', () => events.emit('settings.changed', { workspaceId: 'w1' })],
    ['the workspace', () => events.emit('workspace.changed', { workspaceId: 'w1' })],
    ['agents', () => events.emit('agents.changed', { workspaceId: 'w1' })],
    ['calls at another server', () => hear({ kind: 'call_started', workspaceId: 'w1', ids: ['c1'] })],
    ['much at another server', () => hear({ kind: 'refetch', workspaceId: 'w1' })],
    ['the workspace at another server', () => hear({ kind: 'workspace_update', workspaceId: 'w1' })],
  ])('begun before a change of %s are joined by nobody after it, in that workspace alone', async (_of, change) => {
    const before = ask();
    const elsewhere = ask('w2');
    change();
    const after = [ask(), ask()];
    expect(answers).toHaveLength(3);
    void ask('w2');
    expect(answers).toHaveLength(3);
    // The end of the old read leaves the new one joinable.
    answers[0]?.('old');
    expect(await before).toBe('old');
    after.push(ask());
    expect(answers).toHaveLength(3);
    answers[2]?.('new');
    expect(await Promise.all(after)).toEqual(['new', 'new', 'new']);
    answers[1]?.('theirs');
    expect(await elsewhere).toBe('theirs');
  });

  it('begun before a gap on the line are joined by nobody after it', () => {
    void ask();
    void ask('w2');
    hear({ kind: 'sessions_changed', ids: ['s1'] });
    void ask();
    expect(answers).toHaveLength(2);
    reportGap();
    void ask();
    void ask('w2');
    expect(answers).toHaveLength(4);
  });

  it('fail for all who wait, and are tried again by the next', async () => {
    const asked = (reading: () => Promise<string>) => share('w1', 'getMetrics', {}, reading);
    const failing = [asked(() => Promise.reject(new Error('away'))), asked(async () => 'unasked')];
    expect(await Promise.allSettled(failing)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await asked(async () => 'back')).toBe('back');
  });
});
