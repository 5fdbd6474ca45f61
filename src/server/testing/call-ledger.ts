/**
 * The server's call storage for tests, without HTTP: writers on a separate database, with rollups. The expected rollups
 * are known in two ways: their own rows summed over slots, and plain SQL over `calls` that shares no code with them.
 */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { findRequiredAnalysisFieldsByAgent } from '../features/agents/index.ts';
import { createRollupCallChangeParticipant } from '../features/analytics/index.ts';
import {
  createCallAmender,
  createCallIngest,
  type CallAmender,
  type CallIngest,
  type CallChangeParticipant,
} from '../features/calls/index.ts';
import { insertDefaultWorkspaceSettings } from '../features/settings/index.ts';
import { connectDatabase, type DatabaseHandle } from '../platform/db/database.ts';
import { createEventBus, type AppEventPayloads, type EventBus } from '../platform/events.ts';
import { attempts, requiredFields } from './call-reports.ts';
import { ManualClock } from './manual-clock.ts';
import { createTestDatabase } from './test-database.ts';
import { createCountingMetrics, type CountingMetrics } from './silent-metrics.ts';

export type Zone = NonNullable<Parameters<typeof insertDefaultWorkspaceSettings>[2]>;

/** Rows as sorted text. Two ledgers agree if these are equal. */
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
  readonly halfHourFields: unknown[];
  readonly dayFields: unknown[];
  readonly agentDays: unknown[];
  /** The half hours of all agents together. */
  readonly totalHalfHours: unknown[];
  readonly totalDays: unknown[];
  readonly totalDayTallies: unknown[];
  readonly totalHalfHourFields: unknown[];
  readonly totalDayFields: unknown[];
}

export interface TestLedger {
  readonly database: DatabaseHandle;
  readonly clock: ManualClock;
  /** The metrics of all writers. */
  readonly metrics: CountingMetrics;
  readonly events: EventBus;
  readonly changes: AppEventPayloads['calls.changed'][];
  /** Creates a workspace that has only settings and the agents of call-reports.ts. */
  createWorkspace(zone?: Zone): Promise<string>;
  readonly connectionString: string;
  /** Creates a writer like another server's, with its own pool and slot. */
  createWriter(slot: number, options?: WriterOptions): CallIngest;
  /** Creates an amender, which changes the console's own facts about calls. */
  createAmender(slot: number): CallAmender;
  readLedger(workspaceId: string): Promise<Ledger>;
  /** The rollups' rows summed over slots, without rows of zeros. */
  readRollups(workspaceId: string): Promise<Figures>;
  /** The same figures, computed by plain SQL over `calls`. */
  computeFigures(workspaceId: string, zone: string): Promise<Figures>;
  close(): Promise<void>;
}

export interface WriterOptions {
  /** Participants that run before the rollups. */
  readonly more?: readonly CallChangeParticipant[];
  /** Another connection string, such as a proxy's. By default the database's own. */
  readonly connectionString?: string;
}

/** A participant that knows the attempts of call-reports.ts, in every workspace. */
export const knownAttempts: CallChangeParticipant = {
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
  const metrics = createCountingMetrics();
  const changes: AppEventPayloads['calls.changed'][] = [];
  events.on('calls.changed', (change) => changes.push(change));
  const opened: { ingest: CallIngest; database: DatabaseHandle }[] = [];
  let workspaces = 0;

  return {
    connectionString,
    database,
    clock,
    metrics,
    events,
    changes,
    async createWorkspace(zone) {
      const id = randomUUID();
      const name = `w${++workspaces}`;
      const key = { api_key_encrypted: 'x', api_key_last4: 'xxxx', api_key_fingerprint: id };
      await database.db
        .insertInto('workspaces')
        .values({ id, name, webhook_token: id, ...key })
        .execute();
      await database.db.transaction().execute((tx) => insertDefaultWorkspaceSettings(tx, id, zone));
      await insertAgents(database, id);
      return id;
    },
    createWriter(slot, { more = [], ...options } = {}) {
      const pool = connectDatabase({ connectionString, max: 4, ...options });
      const participants = [knownAttempts, ...more, createRollupCallChangeParticipant({ writerSlot: slot })];
      const ingest = createCallIngest({
        metrics,
        db: pool.db,
        log,
        clock,
        events,
        participants,
        findRequiredFields: findRequiredAnalysisFieldsByAgent,
        writerSlot: slot,
      });
      opened.push({ ingest, database: pool });
      return ingest;
    },
    createAmender: (slot) => createCallAmender([createRollupCallChangeParticipant({ writerSlot: slot })]),
    async readLedger(workspaceId) {
      const read = (table: string, left: string): Promise<unknown[]> =>
        readRows(database, `select to_jsonb(r) - array[${left}] as row from ${table} r where workspace_id = $1`, [
          workspaceId,
        ]);
      const [calls, details, received] = await Promise.all([
        // `analysis_disputed_at` is left out, because it depends on which report came last.
        read('calls', `'workspace_id', 'updated_at', 'analysis_disputed_at'`),
        read('call_details', `'workspace_id'`),
        read('call_events', `'workspace_id', 'received_at', 'source'`),
      ]);
      return { calls, details, events: received };
    },
    async readRollups(workspaceId) {
      return readFigures(database, [workspaceId], {
        halfHours: sumOfSlots('rollup_half_hours', 'bucket_at, agent_id, direction'),
        days: sumOfSlots('rollup_days', 'day, agent_id, direction'),
        halfHourTallies: tallyOfSlots('rollup_half_hour_tallies', 'bucket_at, agent_id, direction'),
        dayTallies: tallyOfSlots('rollup_day_tallies', 'day, agent_id, direction'),
        halfHourFields: fieldsOfSlots('rollup_half_hour_fields', 'bucket_at, agent_id'),
        dayFields: fieldsOfSlots('rollup_day_fields', 'day, agent_id'),
        agentDays: sumOfSlots('rollup_agent_days', 'day, agent_id'),
        totalHalfHours: sumOfSlots('rollup_total_half_hours', 'bucket_at, direction'),
        totalDays: sumOfSlots('rollup_total_days', 'day, direction'),
        totalDayTallies: tallyOfSlots('rollup_total_day_tallies', 'day'),
        totalHalfHourFields: fieldsOfSlots('rollup_total_half_hour_fields', 'bucket_at'),
        totalDayFields: fieldsOfSlots('rollup_total_day_fields', 'day'),
      });
    },
    async computeFigures(workspaceId, zone) {
      const halfHour = `date_bin('30 minutes', occurred_at, timestamptz '2000-01-01 00:00Z') as bucket_at`;
      const day = `(occurred_at at time zone $2)::date as day`;
      const agent = `coalesce(agent_id, '') as agent_id`;
      return readFigures(database, [workspaceId, zone], {
        halfHours: countedCalls([halfHour, agent, 'direction']),
        days: countedCalls([day, agent, 'direction']),
        halfHourTallies: talliedCalls([halfHour, agent, 'direction']),
        dayTallies: talliedCalls([day, agent, 'direction']),
        halfHourFields: summedFields([halfHour, agent]),
        dayFields: summedFields([day, agent]),
        agentDays: countedCalls([day, agent]),
        totalHalfHours: countedCalls([halfHour, 'direction']),
        totalDays: countedCalls([day, 'direction']),
        totalDayTallies: talliedCalls([day]),
        totalHalfHourFields: summedFields([halfHour]),
        totalDayFields: summedFields([day]),
      });
    },
    async close() {
      await Promise.all(opened.map(({ ingest }) => ingest.stop()));
      await Promise.all(opened.map((writer) => writer.database.close()));
      await database.close();
      await testDatabase.drop();
    },
  };
}

async function insertAgents(database: DatabaseHandle, workspaceId: string): Promise<void> {
  const agents = Object.entries(requiredFields).map(([key, names]) => {
    const items = ['csat', 'motivo', 'commitment'].map((name) => ({
      type: 'string',
      name,
      description: '',
      required: names.includes(name),
    }));
    const presets = [{ type: 'system-presets', name: 'call_summary', description: '', required: true }];
    return {
      workspace_id: workspaceId,
      kind: 'agent' as const,
      key,
      value: JSON.stringify({ agent_id: key, post_call_analysis_data: [...presets, ...items] }),
      fetched_at: new Date(0),
    };
  });
  await database.db.insertInto('provider_cache').values(agents).execute();
}

async function readFigures(
  database: DatabaseHandle,
  values: readonly [workspaceId: string, zone?: string],
  queries: Readonly<Record<keyof Figures, string>>,
): Promise<Figures> {
  const read = await Promise.all(
    Object.entries(queries).map(
      async ([name, query]) =>
        [name, await readRows(database, query, values.slice(0, query.includes('$2') ? 2 : 1))] as const,
    ),
  );
  return Object.fromEntries(read) as Record<keyof Figures, unknown[]>;
}

async function readRows(database: DatabaseHandle, query: string, values: unknown[]): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ row: unknown }>(query, values);
  return rows.map(({ row }) => JSON.stringify(row)).sort();
}

/** The counters as independent SQL over a call with `connected` and `human`. A missing `reason` is ''. */
const counters: Readonly<Record<string, string>> = {
  calls: `count(*)`,
  finished: `count(*) filter (where is_over)`,
  connected: `count(*) filter (where connected)`,
  human: `count(*) filter (where human)`,
  succeeded: `count(*) filter (where is_over and (status = 'ended' or coalesce(duration_ms, 0) > 10000))`,
  goal_known: `count(is_successful)`,
  goal_reached: `count(*) filter (where is_successful)`,
  duration_ms: `sum(duration_ms)`,
  duration_n: `count(*) filter (where duration_ms > 0)`,
  cost_cents: `sum(cost_cents)`,
  cost_n: `count(cost_cents)`,
  e2e_p50_ms: `sum(e2e_p50_ms)`,
  e2e_p50_n: `count(e2e_p50_ms)`,
  human_ms: `sum(case when human then duration_ms end)`,
  human_n: `count(case when human then nullif(duration_ms, 0) end)`,
  handoffs: `sum((human and reason = any('{call_transfer,transfer_bridged,call_take_over}'))::int)`,
  greeting_ms: `sum(case when human then greeting_ms end)`,
  greeting_n: `count(case when human then greeting_ms end)`,
  silence_ms: `sum(case when human and duration_ms >= 1 then silence_ms end)`,
  overlap_ms: `sum(case when human and duration_ms >= 1 then overlap_ms end)`,
  timed_ms: `sum(case when human and overlap_ms >= 0 then duration_ms end)`,
  timed_n: `sum((human and overlap_ms >= 0 and duration_ms >= 1)::int)`,
  speech_known: `sum((human and is_over and agent_spoke in (true, false))::int)`,
  speechless: `sum((human and is_over and agent_spoke is false)::int)`,
  voice_known: `sum((connected and (is_broken or e2e_p50_ms >= 0))::int)`,
  voice_clear: `sum((connected and not is_broken and e2e_p50_ms <= 1500)::int)`,
  contacts: `count(case when human and is_successful is not null then is_followed_up end)`,
  contacts_resolved: `sum((human and is_successful is true and is_followed_up is false)::int)`,
  fields_filled: `sum(case when human then fields_filled end)`,
  fields_expected: `sum(case when human then fields_expected end)`,
  fields_n: `count(case when human then nullif(fields_expected, 0) end)`,
  mood_positive: `sum((is_over and coalesce(sentiment, '') = 'Positive')::int)`,
  mood_neutral: `sum((is_over and coalesce(sentiment, '') = 'Neutral')::int)`,
  mood_negative: `sum((is_over and coalesce(sentiment, '') = 'Negative')::int)`,
};
const counterNames = Object.keys(counters);
const fieldNames = ['number_n', 'number_sum', 'share_n', 'share_sum', 'score_n', 'score_sum', 'score_high'];

const exact = (sum: string, name: string): string => `trim_scale(coalesce(${sum}, 0)::numeric) as ${name}`;
const sumsOf = (names: readonly string[]): string => names.map((name) => exact(`sum(${name})`, name)).join(', ');
const someOf = (names: readonly string[]): string => names.map((name) => `${name} <> 0`).join(' or ');

function sumOfSlots(table: string, key: string): string {
  return `select to_jsonb(r) as row from (
    select ${key}, ${sumsOf(counterNames)} from ${table} where workspace_id = $1
    group by ${key}
  ) r where ${someOf(counterNames)}`;
}

function fieldsOfSlots(table: string, key: string): string {
  return `select to_jsonb(r) as row from (
    select ${key}, name, reviewed, ${sumsOf(fieldNames)} from ${table} where workspace_id = $1
    group by ${key}, name, reviewed
  ) r where ${someOf(fieldNames)}`;
}

function tallyOfSlots(table: string, key: string): string {
  return `select to_jsonb(r) as row from (
    select ${key}, kind, value, sum(calls)::bigint as calls from ${table} where workspace_id = $1
    group by ${key}, kind, value
  ) r where calls <> 0`;
}

const firstColumns = (count: number): string => Array.from({ length: count }, (_, index) => index + 1).join(', ');

/** The definitions of product.md, reimplemented in SQL. */
function countedCalls(key: readonly string[]): string {
  return `select to_jsonb(r) as row from (
    select ${key.join(', ')},
      ${counterNames.map((name) => exact(counters[name] ?? '', name)).join(', ')}
    from (
      select *, connected and in_voicemail is not true and reason not in ('voicemail_reached', 'machine_detected', 'ivr_reached') as human,
        reason ~ '^error_(no_audio_received$|asr$|retell$|unknown$|llm_websocket)' as is_broken
      from (
        select *, coalesce(disconnection_reason, '') as reason, coalesce(disconnection_reason, '') !~ '^dial_'
          and (status = 'ended' or (start_at is not null and coalesce(duration_ms, 0) > 0)) as connected
        from calls where workspace_id = $1) c) c
    group by ${firstColumns(key.length)}
  ) r`;
}

/** Sums the fields of analyses and of reviews. */
function summedFields(key: readonly string[]): string {
  return `select to_jsonb(r) as row from (
    select ${key.join(', ')}, name, reviewed::int,
      ${exact('count(n)', 'number_n')}, ${exact('sum(n)', 'number_sum')},
      ${exact('count(share)', 'share_n')}, ${exact('sum(round(share, 6))', 'share_sum')},
      ${exact('count(*) filter (where n >= 1 and n <= 5)', 'score_n')},
      ${exact('sum(n) filter (where n >= 1 and n <= 5)', 'score_sum')},
      ${exact('count(*) filter (where n >= 4 and n <= 5)', 'score_high')}
    from (
      select calls.*, name, reviewed, n, case when n is null then case value when 'true' then 1 else 0 end when n > 1 then n / 100 else n end as any_share
      from calls, jsonb_each_text(figures) f (name, value),
        lateral (select case when value in ('true', 'false') then null else value::numeric end as n) as number,
        lateral (select (case when review ? 'quality' then 1 else 0 end) + (case when review ? 'script' then 2 else 0 end)
          + (case when review ? 'intent' then 4 else 0 end)) as bits (reviewed)
      union all
      select calls.*, '@' || key, 0, null, value::text::numeric from calls, jsonb_each(review) as scored (key, value)
    ) as c, lateral (select case when any_share <= 1 then any_share end as share) as shares
    where workspace_id = $1
    group by ${firstColumns(key.length + 2)}
  ) r`;
}

function talliedCalls(key: readonly string[]): string {
  return `select to_jsonb(r) as row from (
    select ${key.join(', ')}, kind, value, count(*) as calls
    from calls, lateral (
      select * from (values ('reason', disconnection_reason), ('sentiment', sentiment)) as t (kind, value) where is_over and value is not null
      union all select 'outcome', status || '|' || coalesce(sentiment, '')
      union all select 'result', format('%s|%s|%s|%s', case is_successful when true then 'reached' when false then 'missed' end, status,
        replace(replace(case when is_over then disconnection_reason end, '%', '%25'), '|', '%7C'), sentiment)
        where is_successful is not null or is_over and disconnection_reason is not null
    ) as t (kind, value)
    where workspace_id = $1
    group by ${firstColumns(key.length + 2)}
  ) r`;
}
