/**
 * Calls as rows of the rollups, one each, measured by the database: of the half hour that has begun no rollup holds the part
 * that was over by some minute. Says in SQL what rollup-counters.ts says; rollups.test.ts holds the one to the other.
 */
import { sql, type RawBuilder } from 'kysely';

/** What a call adds to each counter of rollup-counters.ts, by its column; of calls that are `connected` and `human`, of `reason` ''. */
const measures: Readonly<Record<string, string>> = {
  calls: `1`,
  finished: `is_over::int`,
  connected: `connected::int`,
  human: `human::int`,
  succeeded: `(is_over and (status = 'ended' or coalesce(duration_ms, 0) > 10000))::int`,
  goal_known: `(is_successful is not null)::int`,
  goal_reached: `(is_successful is true)::int`,
  duration_ms: `coalesce(duration_ms, 0)`,
  duration_n: `has_time::int`,
  cost_cents: `coalesce(cost_cents, 0)`,
  cost_n: `(cost_cents is not null)::int`,
  e2e_p50_ms: `coalesce(e2e_p50_ms, 0)`,
  e2e_p50_n: `(e2e_p50_ms is not null)::int`,
  human_ms: `case when human then coalesce(duration_ms, 0) else 0 end`,
  human_n: `(human and has_time)::int`,
  handoffs: `(human and reason in ('call_transfer', 'transfer_bridged', 'call_take_over'))::int`,
  greeting_ms: `case when human then coalesce(greeting_ms, 0) else 0 end`,
  greeting_n: `(human and greeting_ms is not null)::int`,
  silence_ms: `case when timed then silence_ms else 0 end`,
  overlap_ms: `case when timed then coalesce(overlap_ms, 0) else 0 end`,
  timed_ms: `case when timed then duration_ms else 0 end`,
  timed_n: `timed::int`,
  speech_known: `(human and is_over and agent_spoke is not null)::int`,
  speechless: `(human and is_over and agent_spoke is false)::int`,
  voice_known: `(connected and (unheard or e2e_p50_ms is not null))::int`,
  voice_clear: `(connected and not unheard and coalesce(e2e_p50_ms <= 1500, false))::int`,
  contacts: `contact::int`,
  contacts_resolved: `(contact and is_successful and not is_followed_up)::int`,
  fields_filled: `case when human and fields_expected > 0 then coalesce(fields_filled, 0) else 0 end`,
  fields_expected: `case when human and fields_expected > 0 then fields_expected else 0 end`,
  fields_n: `(human and coalesce(fields_expected, 0) > 0)::int`,
  mood_positive: `(is_over and coalesce(sentiment, '') = 'Positive')::int`,
  mood_neutral: `(is_over and coalesce(sentiment, '') = 'Neutral')::int`,
  mood_negative: `(is_over and coalesce(sentiment, '') = 'Negative')::int`,
};

/** Keeps the planner from putting a step's expressions into all that builds on them, to be computed each time. */
const once = sql`offset 0`;

/** A table expression: agent ('' unknown), direction and these counters, all unless told, of the calls of which `condition` is true. */
export function countedCalls(
  condition: RawBuilder<unknown>,
  counters: readonly string[] = Object.keys(measures),
): RawBuilder<unknown> {
  const columns = sql.raw(counters.map((column) => `${measures[column]} as ${column}`).join(', '));
  return sql`(
    select coalesce(agent_id, '') as agent_id, direction, ${columns}
    from (
      select *, human and has_time and silence_ms is not null as timed,
        human and is_followed_up is not null and is_successful is not null as contact,
        reason in ('error_no_audio_received', 'error_asr', 'error_retell', 'error_unknown') or starts_with(reason, 'error_llm_websocket') as unheard
      from (
        select *, connected and in_voicemail is not true and reason not in ('voicemail_reached', 'ivr_reached') as human
        from (
          select *, coalesce(disconnection_reason, '') as reason, coalesce(duration_ms, 0) > 0 as has_time,
            not starts_with(coalesce(disconnection_reason, ''), 'dial_')
              and (status = 'ended' or start_at is not null and coalesce(duration_ms, 0) > 0) as connected
          from calls where ${condition} ${once}
        ) as calls ${once}
      ) as calls ${once}
    ) as calls
  ) as counted`;
}
