/**
 * What agents' performance and the quality metrics are made of: measures on the narrow call, which stay when its person is
 * forgotten, so that a rebuild of the rollups changes nothing; more counters; figures of the analysis by field, so that a
 * workspace's mapping takes effect on all it has; calls that people scored; and contacts whose later calls are to be looked at.
 */
import { sql, type Kysely } from 'kysely';
import { agentSpokeIn, talkTimesOf } from '../../../../retell/talk-times.ts';
import { analysisFiguresOf } from '../../../../retell/analysis-figures.ts';

const columns = [
  `alter table calls
    /* Whether the agent said anything; null: no transcript is known. */
    add column agent_spoke boolean,
    /* When the agent's first word began, where it spoke first. */
    add column greeting_ms integer,
    /* Silences of over two seconds, and talking at once; null without word times. */
    add column silence_ms integer,
    add column overlap_ms integer,
    /* Fields of the analysis that are true, false or a number. */
    add column figures jsonb,
    /* Of the fields that the agent's analysis requires, those that it has. */
    add column fields_filled smallint,
    add column fields_expected smallint,
    /* There was a further call with the same number within seven days; null: no number is known. */
    add column is_followed_up boolean,
    /* What a person scored: shares from 0 to 1 by what they feed. */
    add column review jsonb`,
  /* The agent whose fields were required when the analysis came, and their names. */
  `alter table call_details add column required_fields jsonb`,
  `create table contact_queue (
    workspace_id uuid not null,
    id bigint generated always as identity,
    contact_key text not null,
    /* Calls of the seven days before it, and of that moment, may have been followed up. */
    occurred_at timestamptz not null,
    primary key (workspace_id, id)
  )`,
];

const newCounters = [
  'human_ms', 'human_n', 'handoffs', 'greeting_ms', 'greeting_n', 'silence_ms', 'overlap_ms', 'timed_ms', 'timed_n',
  'speech_known', 'speechless', 'voice_known', 'voice_clear', 'contacts', 'contacts_resolved', 'fields_filled',
  'fields_expected', 'fields_n',
];
const fieldColumns = `
    number_n bigint not null default 0,
    number_sum numeric not null default 0,
    share_n bigint not null default 0,
    share_sum numeric not null default 0,
    score_n bigint not null default 0,
    score_sum numeric not null default 0,
    score_high bigint not null default 0`;

const rollups = [
  ...['rollup_half_hours', 'rollup_days'].map(
    (table) => `alter table ${table} ${newCounters.map((name) => `add column ${name} bigint not null default 0`).join(', ')}`,
  ),
  ...([['rollup_half_hour_fields', 'bucket_at timestamptz'], ['rollup_day_fields', 'day date']] as const).map(
    ([table, key]) => `create table ${table} (
    workspace_id uuid not null,
    /* Of the analysis; '@…' is what a person scored. */
    name text not null,
    ${key} not null,
    agent_id text not null,
    /* Which of the three things that people score they scored of these calls: bits, see rollup-fields.ts. */
    reviewed smallint not null,
    slot smallint not null,${fieldColumns},
    primary key (workspace_id, name, ${key.split(' ')[0]}, agent_id, reviewed, slot)
  )`,
  ),
];

const quality = [
  `create table quality_forms (
    workspace_id uuid not null,
    version integer not null,
    pass_percent smallint not null,
    criteria jsonb not null,
    saved_by uuid,
    saved_at timestamptz not null,
    primary key (workspace_id, version)
  )`,
  `create table call_reviews (
    workspace_id uuid not null,
    call_id text not null,
    form_version integer not null,
    /* By the criterion's id: yes, no or na. */
    answers jsonb not null,
    note text,
    reviewed_by uuid references users (id),
    reviewed_at timestamptz not null,
    primary key (workspace_id, call_id)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(db);
  await measureCalls(db);
  for (const statement of [...rollups, ...quality]) await sql.raw(statement).execute(db);
}

/** Filled by the piece of work that owns it: see measureCalls. */
async function measureCalls(db: Kysely<unknown>): Promise<void> {
  void [db, agentSpokeIn, talkTimesOf, analysisFiguresOf];
}
