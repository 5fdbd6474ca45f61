/**
 * Migration: if several analyses of a call arrived, the one from the provider's newest API response is valid. An
 * analysis from a webhook is valid only if no API response contained one. Also corrects stored calls: missing
 * durations, withheld numbers, answering machines, and names of deleted agents.
 */
import { sql, type Kysely } from 'kysely';

/**
 * SQL condition: the caller withheld their number. Carriers then send a word such as 'anonymous' or 'private' as keypad
 * digits.
 */
const isWithheld = `(contact_key in ('+266696687', '+2562533', '+7748283', '+7378742833', '+86282452253', '+8656696', '+94844353')) is true`;
const isUntimed = `(duration_ms is null and end_at - start_at between interval '0' and interval '7 days') is true`;

const statements = [
  `alter table calls
    /* When the provider was asked for the call, of whose answer the analysis is; null: it came unasked. */
    add column analysis_asked_at timestamptz,
    /* Of the last order to analyse it again, while its answer is not known. */
    add column analysis_ordered_at timestamptz,
    /* When an analysis came that differs from the one known; null once the provider has been asked since. */
    add column analysis_disputed_at timestamptz`,
  `create index calls_disputed on calls (workspace_id, analysis_disputed_at) where analysis_disputed_at is not null`,
  `update calls set
      analysis_asked_at = case when substr(evidence, 20, 1) between '5' and '9' then updated_at end,
      analysis_ordered_at = case when translate(substr(evidence, 20, 1), '-', '0') < (4 + analysis_runs)::text then updated_at end,
      evidence = overlay(
        overlay(evidence placing translate(substr(evidence, 12, 3), '56789', '44444') from 12)
        placing translate(substr(evidence, 20, 1), '56789', '44444') from 20)
    where analysis_runs > 0`,
  /*
   * Queue of half hours whose call totals (rollups) no longer match the calls. When a server starts, it recomputes the
   * days of these half hours.
   */
  `create table rollup_repairs (
    workspace_id uuid not null,
    bucket_at timestamptz not null,
    primary key (workspace_id, bucket_at)
  )`,
  `with retold as (
      update calls set
        duration_ms = case when ${isUntimed} then round(extract(epoch from end_at - start_at) * 1000)::integer else duration_ms end,
        is_followed_up = case when ${isWithheld} then null else is_followed_up end,
        contact_key = case when ${isWithheld} then null else contact_key end
      where ${isUntimed} or ${isWithheld}
      returning workspace_id, occurred_at
    )
    insert into rollup_repairs (workspace_id, bucket_at)
    select distinct workspace_id, to_timestamp(floor(extract(epoch from occurred_at) / 1800) * 1800) from (
      select * from retold union all select workspace_id, occurred_at from calls where disconnection_reason = 'machine_detected'
    ) as changed`,
  /*
   * Add agents to the cache that have calls but were never in the account's list of agents. Such an agent gets the
   * newest name found in its last 100 calls.
   */
  `insert into provider_cache (workspace_id, kind, key, value, fetched_at)
    select agents.workspace_id, 'agent', agent_id,
      jsonb_build_object('agent_id', agent_id, 'agent_name', told.name, 'vocero_removed', true, 'vocero_told', true), told.occurred_at
    from (
      select distinct workspace_id, agent_id from rollup_days where agent_id <> ''
      except select workspace_id, key from provider_cache where kind = 'agent'
    ) as agents
    cross join lateral (
      select d.extra -> 'agent_name' ->> 'value' as name, c.occurred_at
      from (
        select workspace_id, id, first_seen_month, occurred_at from calls
        where workspace_id = agents.workspace_id and agent_id = agents.agent_id order by occurred_at desc limit 100
      ) as c
      join call_details d on d.workspace_id = c.workspace_id and d.call_id = c.id and d.first_seen_month = c.first_seen_month
      where btrim(d.extra -> 'agent_name' ->> 'value') <> ''
      order by c.occurred_at desc limit 1
    ) as told
    on conflict do nothing`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
