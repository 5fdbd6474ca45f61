/**
 * The calls' half of the server for tests, without HTTP: writers on a database of its own, the rollups beside them,
 * and two ways of knowing what the rollups must say: their own rows summed over slots, and plain SQL over `calls` that
 * shares no code with them.
 */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { findRequiredFields } from '../features/agents/index.ts';
import { createRollupParticipant } from '../features/analytics/index.ts';
import { createCallIngest, type CallIngest, type CallParticipant } from '../features/calls/index.ts';
import { insertDefaultSettings } from '../features/settings/index.ts';
import { connectDatabase, type Database } from '../platform/db/database.ts';
import { createEventBus, type AppEvents, type EventBus } from '../platform/events.ts';
import { attempts } from './call-reports.ts';
import { ManualClock } from './manual-clock.ts';
import { createTestDatabase } from './test-database.ts';

export type Zone = NonNullable<Parameters<typeof insertDefaultSettings>[2]>;

/** Rows as text, sorted: two ledgers agree when these are equal. */
export interface Ledger {
  readonly calls: unknown[];
  readonly details: unknown[];
  readonly events: unknown[];
}

export interface Figures {
  readonly halfHours: unknown[];
  readonly days: unknown[];
  readonly halfHourTallies: unknown[];
  readonly dayTallies: unknown[];
}

export interface TestLedger {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly events: EventBus;
  readonly changes: AppEvents['calls.changed'][];
  /** A workspace that has settings and nothing else. */
  createWorkspace(zone?: Zone): Promise<string>;
  readonly connectionString: string;
  /** A writer as another server would have it: a pool and a slot of its own. */
  createWriter(slot: number, options?: WriterOptions): CallIngest;
  readLedger(workspaceId: string): Promise<Ledger>;
  /** The rollups' rows, summed over slots, those of zeros dropped. */
  readRollups(workspaceId: string): Promise<Figures>;
  /** The same figures by plain SQL over `calls`. */
  computeFigures(workspaceId: string, zone: string): Promise<Figures>;
  close(): Promise<void>;
}

export interface WriterOptions {
  /** Take part before the rollups. */
  readonly more?: readonly CallParticipant[];
  /** Instead of the database's own, such as a proxy's. */
  readonly connectionString?: string;
}

/** Knows the attempts of call-reports.ts, in every workspace. */
export const knownAttempts: CallParticipant = {
  name: 'known attempts',
  findAttempts: async (_tx, _workspaceId, ids) => attempts.filter(({ attemptId }) => ids.includes(attemptId)),
  applyChanges: async () => undefined,
};

export async function openTestLedger(): Promise<TestLedger> {
  const testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  const database = connectDatabase({ connectionString, max: 4 });
  const log = pino({ level: 'silent' });
  const clock = new ManualClock();
  const events = createEventBus(log);
  const changes: AppEvents['calls.changed'][] = [];
  events.on('calls.changed', (change) => changes.push(change));
  const opened: { ingest: CallIngest; database: Database }[] = [];
  let workspaces = 0;

  return {
    connectionString,
    database,
    clock,
    events,
    changes,
    async createWorkspace(zone) {
      const id = randomUUID();
      const name = `w${++workspaces}`;
      const key = { api_key_encrypted: 'x', api_key_last4: 'xxxx', api_key_fingerprint: id };
      await database.db.insertInto('workspaces').values({ id, name, webhook_token: id, ...key }).execute();
      await database.db.transaction().execute((tx) => insertDefaultSettings(tx, id, zone));
      return id;
    },
    createWriter(slot, { more = [], ...options } = {}) {
      const pool = connectDatabase({ connectionString, max: 4, ...options });
      const participants = [knownAttempts, ...more, createRollupParticipant({ writerSlot: slot })];
      const ingest = createCallIngest({ db: pool.db, log, clock, events, participants, findRequiredFields, writerSlot: slot });
      opened.push({ ingest, database: pool });
      return ingest;
    },
    async readLedger(workspaceId) {
      const read = (table: string, left: string): Promise<unknown[]> =>
        readRows(database, `select to_jsonb(r) - array[${left}] as row from ${table} r where workspace_id = $1`, [workspaceId]);
      const [calls, details, received] = await Promise.all([
        read('calls', `'workspace_id', 'updated_at'`),
        read('call_details', `'workspace_id'`),
        read('call_events', `'workspace_id', 'received_at', 'source'`),
      ]);
      return { calls, details, events: received };
    },
    async readRollups(workspaceId) {
      const [halfHours, days, halfHourTallies, dayTallies] = await Promise.all([
        readRows(database, sumOfSlots('rollup_half_hours', 'bucket_at'), [workspaceId]),
        readRows(database, sumOfSlots('rollup_days', 'day'), [workspaceId]),
        readRows(database, tallyOfSlots('rollup_half_hour_tallies', 'bucket_at'), [workspaceId]),
        readRows(database, tallyOfSlots('rollup_day_tallies', 'day'), [workspaceId]),
      ]);
      return { halfHours, days, halfHourTallies, dayTallies };
    },
    async computeFigures(workspaceId, zone) {
      const halfHour = `date_bin('30 minutes', occurred_at, timestamptz '2000-01-01 00:00Z')`;
      const day = `(occurred_at at time zone $2)::date`;
      const [halfHours, days, halfHourTallies, dayTallies] = await Promise.all([
        readRows(database, countedCalls(halfHour, 'bucket_at'), [workspaceId]),
        readRows(database, countedCalls(day, 'day'), [workspaceId, zone]),
        readRows(database, talliedCalls(halfHour, 'bucket_at'), [workspaceId]),
        readRows(database, talliedCalls(day, 'day'), [workspaceId, zone]),
      ]);
      return { halfHours, days, halfHourTallies, dayTallies };
    },
    async close() {
      await Promise.all(opened.map(({ ingest }) => ingest.stop()));
      await Promise.all(opened.map((writer) => writer.database.close()));
      await database.close();
      await testDatabase.drop();
    },
  };
}

async function readRows(database: Database, query: string, values: unknown[]): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ row: unknown }>(query, values);
  return rows.map(({ row }) => JSON.stringify(row)).sort();
}

const counted = ['calls', 'finished', 'connected', 'human', 'succeeded', 'goal_known', 'goal_reached', 'duration_ms', 'duration_n', 'cost_n', 'e2e_p50_n'];
const decimals = ['cost_cents', 'e2e_p50_ms'];

function sumOfSlots(table: string, key: string): string {
  const sums = [
    ...counted.map((column) => `sum(${column})::bigint as ${column}`),
    ...decimals.map((column) => `trim_scale(sum(${column})) as ${column}`),
  ];
  return `select to_jsonb(r) as row from (
    select ${key}, agent_id, direction, ${sums.join(', ')} from ${table} where workspace_id = $1
    group by ${key}, agent_id, direction
  ) r where ${[...counted, ...decimals].map((column) => `${column} <> 0`).join(' or ')}`;
}

function tallyOfSlots(table: string, key: string): string {
  return `select to_jsonb(r) as row from (
    select ${key}, agent_id, direction, kind, value, sum(calls)::bigint as calls from ${table} where workspace_id = $1
    group by ${key}, agent_id, direction, kind, value
  ) r where calls <> 0`;
}

/** The words of product.md, once more and in SQL. */
function countedCalls(keyExpression: string, key: string): string {
  return `select to_jsonb(r) as row from (
    select ${keyExpression} as ${key}, coalesce(agent_id, '') as agent_id, direction,
      count(*) as calls,
      count(*) filter (where is_over) as finished,
      count(*) filter (where connected) as connected,
      count(*) filter (where connected and in_voicemail is not true
        and coalesce(disconnection_reason, '') not in ('voicemail_reached', 'ivr_reached')) as human,
      count(*) filter (where is_over and (status = 'ended' or coalesce(duration_ms, 0) > 10000)) as succeeded,
      count(is_successful) as goal_known,
      count(*) filter (where is_successful) as goal_reached,
      coalesce(sum(duration_ms), 0)::bigint as duration_ms,
      count(*) filter (where duration_ms > 0) as duration_n,
      count(cost_cents) as cost_n,
      count(e2e_p50_ms) as e2e_p50_n,
      trim_scale(coalesce(sum(cost_cents), 0)) as cost_cents,
      trim_scale(coalesce(sum(e2e_p50_ms), 0)) as e2e_p50_ms
    from (select *, coalesce(disconnection_reason, '') !~ '^dial_'
        and (status = 'ended' or (start_at is not null and coalesce(duration_ms, 0) > 0)) as connected
      from calls where workspace_id = $1) c
    group by 1, 2, 3
  ) r`;
}

function talliedCalls(keyExpression: string, key: string): string {
  return `select to_jsonb(r) as row from (
    select ${keyExpression} as ${key}, coalesce(agent_id, '') as agent_id, direction, kind, value, count(*) as calls
    from calls, lateral (
      select * from (values ('reason', disconnection_reason), ('sentiment', sentiment)) as t (kind, value) where is_over and value is not null
      union all select 'outcome', status || '|' || coalesce(sentiment, '')
      union all select 'result', format('%s|%s|%s|%s', case is_successful when true then 'reached' when false then 'missed' end, status,
        replace(replace(case when is_over then disconnection_reason end, '%', '%25'), '|', '%7C'), sentiment)
        where is_successful is not null or is_over and disconnection_reason is not null
    ) as t (kind, value)
    where workspace_id = $1
    group by 1, 2, 3, 4, 5
  ) r`;
}
