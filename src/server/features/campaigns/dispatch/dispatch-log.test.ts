// The log that operators read: the dispatcher's actions and waits, added up instead of repeated, by any server. The
// test writes the provider's answers.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type {
  Campaign,
  CampaignLogDetailsByKind,
  CampaignLogEntry,
  CampaignLogKind,
} from '../../../../contract/campaigns.ts';
import { ProviderError } from '../../../platform/provider/provider.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { unhindered } from '../../../testing/unhindered-dialing.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { mergeCampaignLogEntry, logCampaignWait } from '../campaign/campaign-log-store.ts';
import { buildOrder, originNumber, phoneOf, rowsOf, setPace, whenStatus } from '../../../testing/campaign-orders.ts';
import { acceptCall, portOf, startOwnDispatcher, type OwnDispatcher } from '../testing/own-dispatcher.ts';
import { createLineShortageLogFilter } from './line-budget.ts';

let app: TestApp;
let workspace: TestWorkspace;
let from: string;
const running: OwnDispatcher[] = [];
let nextNumber = 0;

beforeAll(async () => {
  app = await startTestApp({ background: false });
  workspace = await app.createWorkspace();
  from = await originNumber(workspace);
  await setPace(workspace);
});

afterEach(async () => {
  for (const { id } of await workspace.operator.get<Campaign[]>('/api/campaigns')) {
    // Nobody will place the claimed attempts, so a stop need not wait for them.
    await app.database.pool.query(`update attempts set send_by = clock_timestamp() where campaign_id = $1`, [id]);
    await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'failed' });
  }
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

afterAll(() => app.stop());

async function start(...port: Parameters<typeof portOf>): Promise<OwnDispatcher> {
  const provider = portOf(...port);
  const dispatcher = await startOwnDispatcher(app, () => provider);
  running.push(dispatcher);
  return dispatcher;
}

async function create(count: number): Promise<{ id: string; first: number }> {
  const first = nextNumber;
  nextNumber += count;
  const { id } = await workspace.editor.post<Campaign>(
    '/api/campaigns',
    buildOrder(from, { recipients: rowsOf(count, first) }),
  );
  return { id, first };
}

/** Entries of the log, oldest first. */
async function logOf(id: string): Promise<CampaignLogEntry[]> {
  return (await workspace.operator.get<CampaignLogEntry[]>(`/api/campaigns/${id}/log?limit=200`)).toReversed();
}

const linesOf = async (id: string, kind: CampaignLogKind): Promise<CampaignLogEntry['details'][]> =>
  (await logOf(id)).filter((entry) => entry.kind === kind).map(({ details }) => details);

/** Resolves as soon as the log's lines of this kind are these. */
function whenLines(id: string, kind: CampaignLogKind, expected: readonly object[]): Promise<boolean> {
  return waitFor(`${kind} ${JSON.stringify(expected)}`, async () =>
    isDeepStrictEqual(await linesOf(id, kind), expected),
  );
}

test('refusals, skipped people and the provider’s troubles are told with what they add up to', async () => {
  const { id, first } = await create(12);
  await workspace.editor.post('/api/do-not-call', { phoneNumber: phoneOf(first) });
  let troubles = 0;
  await start((order) => {
    troubles += 1;
    if (troubles === 1) return { kind: 'refused', retry: 'later', status: 429, message: 'slow down' };
    if (troubles === 2) return { kind: 'refused', retry: 'later', status: null, message: 'connect ECONNREFUSED' };
    const isWrong = Number(order.toNumber.slice(-2)) < 5;
    return isWrong
      ? { kind: 'refused', retry: 'never', status: 422, message: `${order.toNumber} is not valid` }
      : acceptCall(order);
  });
  await whenStatus(workspace, id, 'sent');
  // The first of twelve people is not called, and the next four are refused.
  await whenLines(id, 'refused', [{ count: 4, reason: '… is not valid' }]);
  await whenLines(id, 'skipped', [{ count: 1 }]);
  await whenLines(id, 'rate_limited', [{ seconds: 1 }]);
  await whenLines(id, 'provider_unavailable', [{ message: 'connect ECONNREFUSED' }]);
  const log = await logOf(id);
  expect(log.map(({ kind }) => kind).filter((kind) => ['created', 'started', 'sent'].includes(kind))).toEqual([
    'created',
    'started',
    'sent',
  ]);
  expect(log.filter(({ username }) => username !== null).map(({ kind }) => kind)).toEqual(['created']);
});

test('a refused account is told in the provider’s words', async () => {
  const { id } = await create(2);
  await start(() => ({ kind: 'refused', retry: 'account', status: 402, message: 'Payment method required' }));
  await whenStatus(workspace, id, 'paused');
  expect(await linesOf(id, 'paused')).toEqual([
    { reason: 'no_valid_payment', message: 'Payment method required', failed: null, calls: null },
  ]);
});

test('what can’t be known is told once for all of it', async () => {
  const { id } = await create(3);
  await start(() => ({ kind: 'unknown', message: 'socket hang up', status: null }), {
    listCalls: () => Promise.reject(new ProviderError('unavailable', 'away')),
  });
  const { pool } = app.database;
  await waitFor('three attempts without an answer', async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*) as n from attempts where campaign_id = $1 and state = 'unknown'`,
      [id],
    );
    return rows[0]?.n === 3;
  });
  await pool.query(
    `update attempts set send_by = send_by - interval '20 minutes', next_lookup_at = null where campaign_id = $1`,
    [id],
  );
  await whenLines(id, 'unconfirmed', [{ count: 3 }]);
  await whenLines(id, 'provider_unavailable', [{ message: 'socket hang up' }]);
});

test('an order that is not written when its campaign is paused never is, which says nothing of the provider', async () => {
  let isWritten = false;
  const unwanted: boolean[] = [];
  await start(async (order, isStale) => {
    if (!isWritten) await waitFor('the pause', isStale);
    if (!isStale()) return acceptCall(order);
    unwanted.push(true);
    return { kind: 'refused', retry: 'later', status: null, message: 'not sent: too late' };
  });
  const { id } = await create(3);
  const { pool } = app.database;
  await waitFor('three claims', async () => {
    // A provider that hangs is not waited for: simulate that the time has passed.
    const { rowCount } = await pool.query(`update attempts set send_by = clock_timestamp() where campaign_id = $1`, [
      id,
    ]);
    return rowCount === 3;
  });
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'paused' });
  await waitFor('the orders to be given back', async () => unwanted.length === 3);
  isWritten = true;
  await workspace.editor.patch(`/api/campaigns/${id}`, { status: 'in_progress' });
  expect(await whenStatus(workspace, id, 'sent')).toMatchObject({ sentCount: 3, undeliveredCount: 0 });
  expect((await logOf(id)).map(({ kind }) => kind)).toEqual(['created', 'started', 'paused', 'resumed', 'sent']);
});

test('a wait is told once with its reason and its end, whoever looks after it', async () => {
  await workspace.admin.put('/api/settings', {
    callingWindow: { ...unhindered.callingWindow, enabled: true, holidays: holidays() },
  });
  const { id } = await create(1);
  const first = await start(acceptCall);
  const [wait] = await waitFor('the wait', async () => {
    const lines = await linesOf(id, 'waiting');
    return lines.length > 0 && lines;
  });
  expect(wait).toMatchObject({ reason: 'calling_window' });
  await first.stop();
  await start(acceptCall);
  await workspace.editor.post(`/api/campaigns`, buildOrder(from, { recipients: rowsOf(1, nextNumber++) }));
  await workspace.admin.put('/api/settings', unhindered);
  await whenStatus(workspace, id, 'sent');
  await whenLines(id, 'wait_over', [{}]);
  expect(await linesOf(id, 'waiting')).toEqual([wait]);
});

/** Today and the days around it, in any zone of the workspace. */
function holidays(): string[] {
  return [-1, 0, 1].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
}

test('a server that goes on after another’s death says so; after one that ended in peace it does not', async () => {
  const { pool } = app.database;
  const { id } = await create(1);
  await pool.query(`update campaigns set status = 'in_progress' where id = $1`, [id]);
  await pool.query(
    `insert into dispatch_leases (workspace_id, holder, epoch, expires_at) values ($1, gen_random_uuid(), 7, clock_timestamp())
     on conflict (workspace_id) do update set expires_at = excluded.expires_at`,
    [workspace.id],
  );
  let isAway = true;
  const provider = {
    getConcurrency: async () =>
      isAway ? Promise.reject(new ProviderError('unavailable', 'away')) : { current: 0, limit: 5 },
  };
  const heir = await start(acceptCall, provider);
  await whenLines(id, 'taken_over', [{}]);
  await heir.stop();
  isAway = false;
  await start(acceptCall, provider);
  await whenStatus(workspace, id, 'sent');
  expect(await linesOf(id, 'taken_over')).toEqual([{}]);
  await whenLines(id, 'provider_unavailable', [{ message: 'away' }]);
});

test('that no line is free is told once while it goes on, with the figures', async () => {
  const { id } = await create(6);
  let inUse = 4;
  await start(
    (order) => {
      inUse += 1;
      return acceptCall(order);
    },
    { getConcurrency: async () => ({ current: inUse, limit: 5 }) },
  );
  await whenLines(id, 'no_lines', [{ limit: 5, inUse: 5, reserved: 0, reservedBy: 'settings' }]);
  inUse = 0;
  await whenStatus(workspace, id, 'sent');
  expect(await linesOf(id, 'no_lines')).toHaveLength(1);
});

test('no line free: news again after a minute without it, and with other figures', async () => {
  const clock = new ManualClock();
  const shortage = createLineShortageLogFilter(clock);
  const figures = { limit: 20, reserved: 2 };
  expect(shortage.isNews('a', figures)).toBe(true);
  for (let seconds = 0; seconds < 300; seconds += 30) {
    await clock.advance(30_000);
    expect(shortage.isNews('a', figures)).toBe(false);
  }
  expect(shortage.isNews('b', figures)).toBe(true);
  expect(shortage.isNews('a', { ...figures, reserved: 3 })).toBe(true);
  await clock.advance(60_001);
  expect(shortage.isNews('a', { ...figures, reserved: 3 })).toBe(true);
});

test('figures of many servers add up in a line while it is younger than a minute, reason by reason', async () => {
  const { db, pool } = app.database;
  const { id: campaignId } = await create(1);
  const line = { workspaceId: workspace.id, campaignId, username: null };
  const refuse = (count: number, reason: string) =>
    mergeCampaignLogEntry(db, { ...line, kind: 'refused', details: { count, reason } });
  await refuse(1, 'not valid');
  await refuse(10, 'blocked');
  await Promise.all(Array.from({ length: 20 }, () => refuse(2, 'not valid')));
  expect(await linesOf(campaignId, 'refused')).toEqual([
    { count: 41, reason: 'not valid' },
    { count: 10, reason: 'blocked' },
  ]);
  await pool.query(`update campaign_log set at = at - interval '61 seconds' where campaign_id = $1`, [campaignId]);
  await refuse(3, 'blocked');
  expect((await linesOf(campaignId, 'refused')).at(-1)).toEqual({ count: 3, reason: 'blocked' });
});

test('waits between retries follow one another in one line a minute', async () => {
  const { db, pool } = app.database;
  const { id: campaignId } = await create(1);
  const logWaiting = (details: CampaignLogDetailsByKind['waiting'] | null) =>
    logCampaignWait(db, { workspaceId: workspace.id, campaignId, details });
  const retry = (minute: number) => ({ reason: 'retry_delay', until: `2026-11-21T13:0${minute}:00.000Z` }) as const;
  const tomorrow = { reason: 'daily_attempts', until: '2026-11-22T12:00:00.000Z' } as const;
  await logWaiting(null);
  for (const minute of [1, 2, 3]) {
    await logWaiting(retry(minute));
    await logWaiting(null);
  }
  await logWaiting(tomorrow);
  await logWaiting(tomorrow);
  await logWaiting(null);
  await logWaiting(null);
  const kinds = async () =>
    (await logOf(campaignId)).map(({ kind, details }) => (kind === 'waiting' ? details['until'] : kind));
  expect(await kinds()).toEqual(['created', retry(3).until, tomorrow.until, 'wait_over']);
  await logWaiting(retry(4));
  await pool.query(`update campaign_log set at = at - interval '61 seconds' where campaign_id = $1`, [campaignId]);
  await logWaiting(retry(5));
  expect((await kinds()).slice(4)).toEqual([retry(4).until, retry(5).until]);
});
