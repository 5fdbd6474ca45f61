/**
 * Migration for quality metrics and agents' performance. It adds measures of calls, counters in the call totals
 * (rollups), sums of each analysis field, and the scores that people gave to calls. The table `contact_queue` names
 * contacts whose earlier calls must be checked again for a follow-up call. Erasing personal data keeps a call's
 * measures, so that rollups can be rebuilt.
 */
import { sql, type Kysely } from 'kysely';
import { agentSpokeIn, talkTimesOf } from '../../../../retell/talk-times.ts';
import { analysisFiguresOf, countFilledFields } from '../../../../retell/analysis-figures.ts';

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
  /*
   * Column `required_fields` with {agent, fields}: the call's agent, and the analysis fields that the agent required
   * when the analysis arrived.
   */
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
    (table) =>
      `alter table ${table} ${newCounters.map((name) => `add column ${name} bigint not null default 0`).join(', ')}`,
  ),
  ...(
    [
      ['rollup_half_hour_fields', 'bucket_at timestamptz'],
      ['rollup_day_fields', 'day date'],
    ] as const
  ).map(
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
  `create index call_reviews_at on call_reviews (workspace_id, reviewed_at)`,
];

/**
 * SQL: creates a temporary table with the analysis fields that each agent requires now. Agents without required fields
 * have no row.
 */
const requiredFields = `create temporary table call_required_fields on commit drop as
  select * from (
    select workspace_id, key as agent_id, array(
      select item ->> 'name' from jsonb_path_query(value, 'lax $.post_call_analysis_data[*] ? (@.required == true && @.type != "system-presets")') as item
      where length(item ->> 'name') <= 200 order by 1 limit 100
    ) as fields
    from provider_cache where kind = 'agent'
  ) as agents where cardinality(fields) > 0`;

const filled = [
  /* Every call is written once. */
  `update calls set agent_spoke = known.agent_spoke, greeting_ms = known.greeting_ms, silence_ms = known.silence_ms,
      overlap_ms = known.overlap_ms, figures = known.figures, fields_filled = known.fields_filled,
      fields_expected = known.fields_expected, is_followed_up = known.is_followed_up
    from (
      select * from call_measures full join (
        select workspace_id, id, coalesce(lead(occurred_at) over (
          partition by workspace_id, contact_key order by occurred_at, id) <= occurred_at + interval '168 hours', false) as is_followed_up
        from calls where contact_key is not null
      ) as contacts using (workspace_id, id)
    ) as known
    where calls.workspace_id = known.workspace_id and calls.id = known.id`,
  `update call_details set required_fields = jsonb_build_object('agent', calls.agent_id, 'fields', to_jsonb(fields))
    from calls join call_required_fields as required on required.workspace_id = calls.workspace_id and required.agent_id = calls.agent_id
    where calls.workspace_id = call_details.workspace_id and calls.id = call_details.call_id and is_analyzed`,
];

const counted = `
    coalesce(sum(duration_ms) filter (where human), 0),
    count(*) filter (where human and duration_ms > 0),
    count(*) filter (where human and reason in ('call_transfer', 'transfer_bridged', 'call_take_over')),
    coalesce(sum(greeting_ms) filter (where human), 0),
    count(greeting_ms) filter (where human),
    coalesce(sum(silence_ms) filter (where human and duration_ms > 0), 0),
    coalesce(sum(overlap_ms) filter (where human and duration_ms > 0 and silence_ms is not null), 0),
    coalesce(sum(duration_ms) filter (where human and silence_ms is not null), 0),
    count(silence_ms) filter (where human and duration_ms > 0),
    count(agent_spoke) filter (where human and is_over),
    count(*) filter (where human and is_over and not agent_spoke),
    count(*) filter (where connected and (unheard or e2e_p50_ms is not null)),
    count(*) filter (where connected and not unheard and e2e_p50_ms <= 1500),
    count(*) filter (where human and is_followed_up is not null and is_successful is not null),
    count(*) filter (where human and not is_followed_up and is_successful),
    coalesce(sum(fields_filled) filter (where human), 0),
    coalesce(sum(fields_expected) filter (where human), 0),
    count(*) filter (where human and fields_expected > 0)`;
const measuredCalls = `(
      select *, connected and in_voicemail is not true and reason not in ('voicemail_reached', 'ivr_reached') as human,
        reason in ('error_no_audio_received', 'error_asr', 'error_retell', 'error_unknown') or reason like 'error\\_llm\\_websocket%' as unheard
      from (
        select *, coalesce(disconnection_reason, '') as reason, coalesce(disconnection_reason, '') not like 'dial\\_%'
          and (status = 'ended' or start_at is not null and coalesce(duration_ms, 0) > 0) as connected
        from calls
      ) as calls
    ) as calls`;
const halfHour = `to_timestamp(floor(extract(epoch from occurred_at) / 1800) * 1800)`;
const dayOfBucket = `(bucket_at at time zone coalesce(settings.time_zone, 'UTC'))::date`;
const added = newCounters.map((name) => `${name} = excluded.${name}`).join(', ');
const fieldNames = ['number_n', 'number_sum', 'share_n', 'share_sum', 'score_n', 'score_sum', 'score_high'];

const sums = [
  `insert into rollup_half_hours (workspace_id, bucket_at, agent_id, direction, slot, ${newCounters.join(', ')})
    select workspace_id, ${halfHour}, coalesce(agent_id, ''), direction, 0, ${counted}
    from ${measuredCalls} group by 1, 2, 3, 4
    on conflict (workspace_id, bucket_at, agent_id, direction, slot) do update set ${added}`,
  `insert into rollup_days (workspace_id, day, agent_id, direction, slot, ${newCounters.join(', ')})
    select rows.workspace_id, ${dayOfBucket}, agent_id, direction, 0, ${newCounters.map((name) => `sum(${name})`).join(', ')}
    from rollup_half_hours as rows left join workspace_settings as settings using (workspace_id) group by 1, 2, 3, 4
    on conflict (workspace_id, day, agent_id, direction, slot) do update set ${added}`,
  `insert into rollup_half_hour_fields (workspace_id, name, bucket_at, agent_id, reviewed, slot, ${fieldNames.join(', ')})
    select workspace_id, name, ${halfHour}, coalesce(agent_id, ''), 0, 0,
      count(number), coalesce(sum(number), 0),
      count(share), coalesce(sum(share), 0),
      count(score), coalesce(sum(score), 0),
      count(*) filter (where score >= 4)
    from calls, jsonb_each(figures) as field (name, value),
      lateral (select case when jsonb_typeof(value) = 'number' then value::numeric end as number) as read,
      lateral (select case when number <= 1 then number when number <= 100 then number / 100
        when jsonb_typeof(value) = 'boolean' then value::boolean::integer end as share,
        case when number between 1 and 5 then number end as score) as derived
    group by 1, 2, 3, 4`,
  `insert into rollup_day_fields (workspace_id, name, day, agent_id, reviewed, slot, ${fieldNames.join(', ')})
    select rows.workspace_id, name, ${dayOfBucket}, agent_id, 0, 0, ${fieldNames.map((name) => `sum(${name})`).join(', ')}
    from rollup_half_hour_fields as rows left join workspace_settings as settings using (workspace_id) group by 1, 2, 3, 4`,
];

/**
 * Statements that count calls by the combination of goal, status, reason and sentiment, so that filters can combine
 * them.
 */
const results = [
  ...['rollup_half_hour_tallies', 'rollup_day_tallies'].flatMap((table) => [
    `alter table ${table} drop constraint ${table}_kind_check`,
    `alter table ${table} add check (kind in ('reason', 'sentiment', 'outcome', 'result'))`,
  ]),
  `insert into rollup_half_hour_tallies (workspace_id, bucket_at, agent_id, direction, kind, value, slot, calls)
    select workspace_id, ${halfHour}, coalesce(agent_id, ''), direction, 'result', format('%s|%s|%s|%s',
      case is_successful when true then 'reached' when false then 'missed' end, status,
      replace(replace(case when is_over then disconnection_reason end, '%', '%25'), '|', '%7C'), sentiment), 0, count(*)
    from calls where is_successful is not null or is_over and disconnection_reason is not null
    group by 1, 2, 3, 4, 6`,
  `insert into rollup_day_tallies (workspace_id, day, agent_id, direction, kind, value, slot, calls)
    select rows.workspace_id, ${dayOfBucket}, agent_id, direction, kind, value, 0, sum(calls)
    from rollup_half_hour_tallies as rows left join workspace_settings as settings using (workspace_id)
    where kind = 'result' group by 1, 2, 3, 4, 5, 6`,
  /*
   * Replace the indexes of these tables by indexes on the counted value, so that the periods in which a rare value
   * occurs are found quickly.
   */
  `drop index rollup_day_outcomes`,
  `drop index rollup_half_hour_outcomes`,
  `create index rollup_day_tallies_by_value on rollup_day_tallies (workspace_id, kind, value, day) where kind <> 'sentiment'`,
  `create index rollup_half_hour_tallies_by_value on rollup_half_hour_tallies (workspace_id, kind, value, bucket_at) where kind <> 'sentiment'`,
  `drop index calls_by_duration`,
  `create index calls_by_duration on calls (workspace_id, coalesce(duration_ms, 0), id)
    include (duration_ms, occurred_at, status, sentiment, direction, agent_id, is_over, is_successful, disconnection_reason)`,
  /*
   * Queue all calls for a rebuild of their search documents, which from this version on also contain goal, reason and
   * hour.
   */
  `insert into call_search_queue (workspace_id, call_id) select workspace_id, id from calls
    except all select workspace_id, call_id from call_search_queue`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(db);
  await measureCalls(db);
  for (const statement of [...rollups, ...quality, ...sums, ...results]) await sql.raw(statement).execute(db);
}

/**
 * Computes the columns that this migration adds to calls. Calls are read 1,000 at a time, and each call is updated only
 * once.
 */
async function measureCalls(db: Kysely<unknown>): Promise<void> {
  await sql.raw(requiredFields).execute(db);
  await sql`create temporary table call_measures (workspace_id uuid, id text, agent_spoke boolean, greeting_ms integer,
    silence_ms integer, overlap_ms integer, figures jsonb, fields_filled smallint, fields_expected smallint) on commit drop`.execute(
    db,
  );
  let after = { workspace_id: '00000000-0000-0000-0000-000000000000', id: '' };
  for (;;) {
    const { rows } = await pageAfter(after).execute(db);
    const last = rows.at(-1);
    if (!last) break;
    await sql`insert into call_measures select * from json_populate_recordset(null::call_measures, ${JSON.stringify(rows.map(measure))}::json)`.execute(
      db,
    );
    after = last;
  }
  await sql`analyze call_measures`.execute(db);
  for (const statement of filled) await sql.raw(statement).execute(db);
}

interface PageRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly transcript: string | null;
  readonly said: string | null;
  readonly analysis: unknown;
  /** Names of the analysis fields that a call's agent requires. Null if there are none or the call is not analysed. */
  readonly fields: readonly string[] | null;
}

function pageAfter({ workspace_id, id }: Pick<PageRow, 'workspace_id' | 'id'>) {
  return sql<PageRow>`
    with page as materialized (
      select workspace_id, call_id as id, transcript, transcript_object::text as said, call_analysis as analysis
      from call_details
      where (workspace_id, call_id) > (${workspace_id}::uuid, ${id}::text)
      order by workspace_id, call_id
      limit 1000
    )
    select page.*, required.fields from page
      left join calls on calls.workspace_id = page.workspace_id and calls.id = page.id and is_analyzed
      left join call_required_fields as required on required.workspace_id = page.workspace_id and required.agent_id = calls.agent_id
    order by page.workspace_id, page.id`;
}

function measure({ workspace_id, id, transcript, said, analysis, fields }: PageRow) {
  const utterances: unknown = said === null ? null : JSON.parse(said);
  const times = talkTimesOf(utterances);
  return {
    workspace_id,
    id,
    agent_spoke: agentSpokeIn(utterances, transcript),
    greeting_ms: times?.greetingMs ?? null,
    silence_ms: times?.silenceMs ?? null,
    overlap_ms: times?.overlapMs ?? null,
    figures: analysisFiguresOf(analysis),
    fields_filled: analysis === null || fields === null ? null : countFilledFields(analysis, fields),
    fields_expected: analysis === null || fields === null ? null : fields.length,
  };
}
