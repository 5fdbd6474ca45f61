/**
 * Migration: calls get a contact key (the other party's normalised phone number) and the time of erasure. Adds a search
 * table, which is filled in the background. Also counts calls by result and time, so that filtered lists find their
 * calls quickly.
 */
import { sql, type Kysely } from 'kysely';
import { formerNumberKey } from '../former-number-key.ts';

const columns = [
  `alter table calls
    /* The other party's number as one key, however it was written (contract/phone-number.ts). */
    add column contact_key text,
    /* When what names a person was taken away; the figures stay. */
    add column erased_at timestamptz,
    /* How often the analysis was run again by order from here. */
    add column analysis_runs smallint not null default 0`,
  /* Column: requests to the tools of a call's agent and their responses, with their places in the conversation. */
  `alter table call_details add column tool_calls json`,
  /* Column: number of days until personal data of a workspace's calls are erased. Null: never erased by age. */
  `alter table workspace_settings add column retention_days integer`,
];

const search = [
  `create table call_search (
    workspace_id uuid not null,
    call_id text not null,
    /* Words that begin with a mark of the workspace, so that a word's list is that of one workspace (see search-document.ts). */
    document tsvector not null,
    primary key (workspace_id, call_id)
    /* Long documents stand out of line: what the index finds is then on a tenth of the pages. */
  ) with (toast_tuple_target = 128)`,
  `create index call_search_document on call_search using gin (document)`,
  /* Queue of calls whose search document must be rebuilt. A call may be queued several times. */
  `create table call_search_queue (
    workspace_id uuid not null,
    id bigint generated always as identity,
    call_id text not null,
    primary key (workspace_id, id)
  )`,
  `create table call_views (
    workspace_id uuid not null,
    user_id uuid not null references users (id),
    id uuid not null default gen_random_uuid(),
    name text not null,
    /* The history's address behind the question mark. */
    search text not null,
    created_at timestamptz not null,
    primary key (workspace_id, user_id, id)
  )`,
  `create unique index call_views_name on call_views (workspace_id, user_id, lower(name))`,
];

/** Statements that create indexes. They run after the columns were filled, so that each index is built once. */
const indexes = [
  `create index calls_by_contact on calls (workspace_id, contact_key, occurred_at desc, id desc) where contact_key is not null`,
  /*
   * Index with all columns that filters read, so that filtered lists can use an index-only scan. Such a scan also needs
   * the plain column `duration_ms`, because the key contains it only inside an expression.
   */
  `create index calls_by_duration on calls (workspace_id, coalesce(duration_ms, 0), id)
    include (duration_ms, occurred_at, status, sentiment, direction, agent_id)`,
];

/**
 * Statements that count calls by each combination of status and sentiment. A filter over both can then add up these
 * counts.
 */
const outcomes = [
  `alter table rollup_half_hour_tallies drop constraint rollup_half_hour_tallies_kind_check`,
  `alter table rollup_half_hour_tallies add check (kind in ('reason', 'sentiment', 'outcome'))`,
  `alter table rollup_day_tallies drop constraint rollup_day_tallies_kind_check`,
  `alter table rollup_day_tallies add check (kind in ('reason', 'sentiment', 'outcome'))`,
  `insert into rollup_half_hour_tallies (workspace_id, bucket_at, agent_id, direction, kind, value, slot, calls)
    select workspace_id, to_timestamp(floor(extract(epoch from occurred_at) / 1800) * 1800), coalesce(agent_id, ''), direction,
      'outcome', status || '|' || coalesce(sentiment, ''), 0, count(*)
    from calls group by 1, 2, 3, 4, 6`,
  `insert into rollup_day_tallies (workspace_id, day, agent_id, direction, kind, value, slot, calls)
    select t.workspace_id, (bucket_at at time zone coalesce(s.time_zone, 'UTC'))::date, agent_id, direction, kind, value, 0, sum(calls)
    from rollup_half_hour_tallies t left join workspace_settings s using (workspace_id)
    where kind = 'outcome' group by 1, 2, 3, 4, 5, 6`,
  `create index rollup_day_tallies_by_kind on rollup_day_tallies (workspace_id, kind, day)`,
  `create index rollup_day_outcomes on rollup_day_tallies (workspace_id, value, day) where kind = 'outcome'`,
  `create index rollup_half_hour_outcomes on rollup_half_hour_tallies (workspace_id, value, bucket_at) where kind = 'outcome'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of columns) await sql.raw(statement).execute(db);
  await fillContactKeys(db);
  for (const statement of [...search, ...indexes, ...outcomes]) await sql.raw(statement).execute(db);
  await sql`insert into call_search_queue (workspace_id, call_id) select workspace_id, id from calls`.execute(db);
}

const numbersAtOnce = 5_000;

async function fillContactKeys(db: Kysely<unknown>): Promise<void> {
  await sql`create temporary table contact_keys on commit drop as
    select distinct case direction when 'inbound' then from_number else to_number end as number, null::text as key from calls`.execute(
    db,
  );
  await sql`delete from contact_keys where number is null`.execute(db);
  await sql`alter table contact_keys add primary key (number)`.execute(db);
  let after = '';
  for (;;) {
    const { rows } = await sql<{ number: string }>`
      select number from contact_keys where number > ${after} order by number limit ${numbersAtOnce}`.execute(db);
    const numbers = rows.map((row) => row.number);
    const last = numbers.at(-1);
    if (last === undefined) break;
    await sql`update contact_keys set key = given.key
      from unnest(${numbers}::text[], ${numbers.map(formerNumberKey)}::text[]) as given (number, key)
      where contact_keys.number = given.number`.execute(db);
    after = last;
  }
  await sql`update calls set contact_key = contact_keys.key from contact_keys
    where contact_keys.number = case direction when 'inbound' then from_number else to_number end`.execute(db);
}
