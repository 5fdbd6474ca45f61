/**
 * Migration: rollups over all agents together, rollups by agent and day, and counters of the three sentiments. The sums
 * over all agents make a workspace's figures fast to read, however many agents it has.
 */
import { sql, type Kysely } from 'kysely';

const moods = { mood_positive: 'Positive', mood_neutral: 'Neutral', mood_negative: 'Negative' };
const moodNames = Object.keys(moods);

/**
 * Statements that fill the sentiment columns of the rollup tables. They also insert rows for which only sentiments were
 * counted.
 */
const addMoods = (
  [
    ['rollup_half_hours', 'rollup_half_hour_tallies', 'bucket_at'],
    ['rollup_days', 'rollup_day_tallies', 'day'],
  ] as const
).flatMap(([table, tallies, key]) => [
  `alter table ${table} ${moodNames.map((name) => `add column ${name} bigint not null default 0`).join(', ')}`,
  `insert into ${table} (workspace_id, ${key}, agent_id, direction, slot, ${moodNames.join(', ')})
      select workspace_id, ${key}, agent_id, direction, slot,
        ${Object.values(moods)
          .map((value) => `coalesce(sum(calls) filter (where value = '${value}'), 0)`)
          .join(', ')}
      from ${tallies} where kind = 'sentiment' and value in (${Object.values(moods)
        .map((value) => `'${value}'`)
        .join(', ')})
      group by 1, 2, 3, 4, 5
      on conflict (workspace_id, ${key}, agent_id, direction, slot)
        do update set ${moodNames.map((name) => `${name} = excluded.${name}`).join(', ')}`,
]);

const numerics = new Set(['cost_cents', 'e2e_p50_ms', 'number_sum', 'share_sum', 'score_sum']);
const types: Readonly<Record<string, string>> = { bucket_at: 'timestamptz', day: 'date', reviewed: 'smallint' };
const counters = [
  'calls',
  'finished',
  'connected',
  'human',
  'succeeded',
  'goal_known',
  'goal_reached',
  'duration_ms',
  'duration_n',
  'cost_cents',
  'cost_n',
  'e2e_p50_ms',
  'e2e_p50_n',
  'human_ms',
  'human_n',
  'handoffs',
  'greeting_ms',
  'greeting_n',
  'silence_ms',
  'overlap_ms',
  'timed_ms',
  'timed_n',
  'speech_known',
  'speechless',
  'voice_known',
  'voice_clear',
  'contacts',
  'contacts_resolved',
  'fields_filled',
  'fields_expected',
  'fields_n',
  ...moodNames,
];
const fieldNames = ['number_n', 'number_sum', 'share_n', 'share_sum', 'score_n', 'score_sum', 'score_high'];

/**
 * New tables of call totals: of all agents together by half hour and by day, and of each agent by day. Each primary key
 * begins with the columns by which readers filter.
 */
const totals = [
  { table: 'rollup_total_half_hours', of: 'rollup_half_hours', key: ['bucket_at', 'direction'], sums: counters },
  { table: 'rollup_total_days', of: 'rollup_days', key: ['day', 'direction'], sums: counters },
  { table: 'rollup_agent_days', of: 'rollup_days', key: ['day', 'agent_id'], sums: counters },
  { table: 'rollup_total_day_tallies', of: 'rollup_day_tallies', key: ['kind', 'day', 'value'], sums: ['calls'] },
  {
    table: 'rollup_total_half_hour_fields',
    of: 'rollup_half_hour_fields',
    key: ['name', 'bucket_at', 'reviewed'],
    sums: fieldNames,
  },
  { table: 'rollup_total_day_fields', of: 'rollup_day_fields', key: ['name', 'day', 'reviewed'], sums: fieldNames },
].flatMap(({ table, of, key, sums }) => [
  `create table ${table} (
    workspace_id uuid not null,
    ${key.map((name) => `${name} ${types[name] ?? 'text'} not null`).join(', ')},
    slot smallint not null,
    ${sums.map((name) => `${name} ${numerics.has(name) ? 'numeric' : 'bigint'} not null default 0`).join(', ')},
    primary key (workspace_id, ${key.join(', ')}, slot)
  )`,
  `insert into ${table} (workspace_id, ${key.join(', ')}, slot, ${sums.join(', ')})
    select workspace_id, ${key.join(', ')}, 0, ${sums.map((name) => `sum(${name})`).join(', ')}
    from ${of} group by workspace_id, ${key.join(', ')}`,
  `analyze ${table}`,
]);

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...addMoods, ...totals]) await sql.raw(statement).execute(db);
  await sql`create index rollup_total_day_tallies_by_value on rollup_total_day_tallies (workspace_id, kind, value, day) where kind <> 'sentiment'`.execute(
    db,
  );
}
