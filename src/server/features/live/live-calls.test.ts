/** Live calls on two servers with one database, and a provider's socket that tests cut as they like. */
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  mergeLiveTranscriptLines,
  type LiveTranscriptLine,
  type TranscriptStreamState,
} from '../../../contract/live-lines.ts';
import { systemClock } from '../../platform/clock.ts';
import { createRetellProviderFactory } from '../../platform/provider/retell-provider.ts';
import { createServerBus, type ServerBus } from '../../platform/server-bus.ts';
import { silentMetrics } from '../../testing/silent-metrics.ts';
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createLiveCallHub, type LiveCallHub } from './live-calls.ts';
import { startLiveSpeaker, type LiveSpeaker } from './testing/live-speaker.ts';

interface Server {
  readonly live: LiveCallHub;
  readonly bus: ServerBus;
  stop(): Promise<void>;
}

interface Watcher {
  readonly lines: () => readonly LiveTranscriptLine[];
  readonly state: () => TranscriptStreamState;
  readonly states: TranscriptStreamState[];
  readonly end: () => void;
}

let test: TestApp;
let workspaceId: string;
let speaker: LiveSpeaker;
let callId: string;
let calls = 0;

beforeAll(async () => {
  test = await startTestApp({ background: false });
  workspaceId = (await test.createWorkspace()).id;
  speaker = await startLiveSpeaker();
});
beforeEach(() => {
  callId = `call_${++calls}`;
  speaker.fallSilent(false);
});
afterAll(async () => {
  await speaker.stop();
  await test.stop();
});

async function startServer(): Promise<Server> {
  const log = pino({ level: 'silent' });
  const bus = createServerBus({ connectionString: test.database.connectionString, log });
  const provider = createRetellProviderFactory({ baseUrl: speaker.url, log })('key_test');
  const live = createLiveCallHub({
    db: test.database.db,
    log,
    clock: systemClock,
    bus,
    serverId: crypto.randomUUID(),
    directory: { providerOf: () => Promise.resolve(provider) },
    attend: () => ({ hear() {}, end() {} }),
    metrics: silentMetrics,
    pauses: { firstMs: 20, longestMs: 100, silentMs: 500 },
    lingerMs: 3_000,
  });
  await bus.start();
  live.start();
  return {
    live,
    bus,
    async stop() {
      await live.stop();
      await bus.stop();
    },
  };
}

function watch({ live }: Pick<Server, 'live'>): Watcher {
  let lines: readonly LiveTranscriptLine[] = [];
  const states: TranscriptStreamState[] = [];
  const end = live.watch({ workspaceId, callId }, (change) => {
    lines = mergeLiveTranscriptLines(lines, change.lines);
    if (states.at(-1) !== change.state) states.push(change.state);
  });
  return { lines: () => lines, state: () => states.at(-1) ?? 'connecting', states, end };
}

/** Cuts the servers' LISTEN connections. */
const cutServersLine = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'vocero-realtime' and datname = current_database()`.execute(test.database.db);

const says = (id: string, second: number, content: string) => ({ id, time_sec: second, role: 'agent', content });
const textsOf = ({ lines }: Watcher) => lines().map((line) => ('text' in line ? line.text : line.kind));

describe('a live call', () => {
  it('comes to every server by one socket, which closes some time after the last watcher left', async () => {
    const [first, second] = await Promise.all([startServer(), startServer()]);
    try {
      const here = watch(first);
      await waitFor('the socket', () => speaker.watchers(callId) === 1);
      speaker.say(callId, says('a', 1, 'Hola'));
      const there = watch(second);
      await waitFor('the line on the other server', () => textsOf(there)[0] === 'Hola');
      speaker.say(callId, says('b', 3, 'Le'));
      speaker.say(callId, says('b', 3, 'Le hablo de'));
      const long = 'ñandú "así" '.repeat(3_000);
      speaker.say(callId, says('c', 2, long));
      await waitFor('all lines on both', () => [here, there].every((each) => each.lines().length === 3));
      for (const each of [here, there]) expect(textsOf(each)).toEqual(['Hola', long, 'Le hablo de']);
      expect(speaker.askedFor(callId)).toBe(1);
      here.end();
      there.end();
      await waitFor('the end of the socket', () => speaker.watchers(callId) === 0);
      expect(
        await test.database.db.selectFrom('live_monitors').selectAll().where('call_id', '=', callId).execute(),
      ).toEqual([]);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });

  it('loses and doubles no line over a hundred cuts of the provider’s line and of the servers’', async () => {
    const [first, second] = await Promise.all([startServer(), startServer()]);
    try {
      const here = watch(first);
      const there = watch(second);
      await waitFor('the socket', () => speaker.watchers(callId) === 1);
      for (let cut = 1; cut <= 100; cut++) {
        speaker.say(callId, says(`l${cut}`, cut, `línea ${cut}`));
        speaker.cut(callId);
        speaker.say(callId, says(`l${cut}`, cut, `línea ${cut}, entera`));
        if (cut % 20 === 0) await cutServersLine();
        await waitFor('a new socket', () => speaker.watchers(callId) === 1);
      }
      const expected = Array.from({ length: 100 }, (_, index) => `línea ${index + 1}, entera`);
      for (const each of [here, there]) {
        await waitFor(
          'all lines',
          () => each.lines().length === 100 && textsOf(each).every((text) => text?.endsWith('entera')),
        );
        expect(textsOf(each)).toEqual(expected);
      }
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });

  it('is taken over from a server that died with its socket', async () => {
    await test.database.db
      .insertInto('live_monitors')
      .values({
        workspace_id: workspaceId,
        call_id: callId,
        server_id: crypto.randomUUID(),
        expires_at: sql`clock_timestamp() + interval '6 seconds'`,
      })
      .execute();
    const server = await startServer();
    try {
      speaker.say(callId, says('a', 1, 'Hola'));
      const watcher = watch(server);
      await waitFor('the line', () => watcher.lines().length === 1);
    } finally {
      await server.stop();
    }
  });
});

describe('the provider', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it.each([
    [4008, '', 'busy'],
    [4001, '', 'refused'],
    [4999, '', 'refused'],
    [1000, 'call_ended', 'ended'],
    [1000, 'call_take_over', 'taken_over'],
  ] as const)('ends the reading for good with %s %s', async (code, reason, state) => {
    const watcher = watch(server);
    await waitFor('the socket', () => speaker.watchers(callId) === 1);
    speaker.close(callId, code, reason);
    await waitFor('the end', () => watcher.state() === state);
    expect(speaker.askedFor(callId)).toBe(1);
    watcher.end();
  });

  it('says that the call ended before it closes, or alone', async () => {
    const watcher = watch(server);
    await waitFor('the socket', () => speaker.watchers(callId) === 1);
    speaker.close(callId, 1011, 'x', { type: 'call_ended', disconnection_reason: 'user_hangup' });
    await waitFor('the end', () => watcher.state() === 'ended');
    watcher.end();
  });

  it('is asked again for a call that is not live yet, eight times, and once more for a new watcher', async () => {
    speaker.refuse(callId, 4004);
    const watcher = watch(server);
    await waitFor('the end of trying', () => watcher.state() === 'unavailable');
    expect(speaker.askedFor(callId)).toBe(9);
    speaker.refuse(callId, undefined);
    speaker.say(callId, says('a', 1, 'Hola'));
    const another = watch(server);
    await waitFor('the lines for both', () => watcher.lines().length === 1 && another.lines().length === 1);
    watcher.end();
    another.end();
  });

  it('is asked again where it accepts and says nothing', async () => {
    speaker.fallSilent(true);
    const watcher = watch(server);
    await waitFor('a second socket', () => speaker.askedFor(callId) >= 2);
    speaker.fallSilent(false);
    speaker.say(callId, says('a', 1, 'Hola'));
    await waitFor('the line', () => watcher.lines().length === 1);
    expect(watcher.states).not.toContain('refused');
    watcher.end();
  });
});
