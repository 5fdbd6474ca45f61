/**
 * A workspace full of calls, written straight into its tables and the same each time: half a year of working days,
 * twenty agents, campaigns. Transcripts use a vocabulary with a few common words and many rare ones.
 */
import type { Pool } from 'pg';
import { createSeededRandomGenerator, type RandomGenerator } from '../src/simulator/random.ts';

/** Version of the generator; another number makes data be built again. */
export const callDataVersion = 5;

export const agentCount = 20;
export const campaignCount = 30;
/** Words that occur in about half of the transcripts, in one of a hundred, and in one of 5,000. */
export const benchWords = { common: 'entonces', middle: 'financiación', rare: 'paralelepípedo' } as const;

const transcripts = 5_000;
const vocabulary = 6_000;
const days = 180;

const syllables =
  'ba be bi bo ca ce co da de di fa fi ga go la le lo ma me mi mo na ne no pa pe po ra re ro sa se so ta te to va vi ción ñan llo'.split(
    ' ',
  );
const firstNames =
  'Ana Luis Marta José Sofía Iñaki Julia Raúl Inés Óscar Paula Hugo Nora Iván Elsa Tomás Rita Saúl Vera Noé'.split(' ');

function wordOf(random: RandomGenerator): string {
  return Array.from({ length: random.int(2, 4) }, () => random.pick(syllables)).join('');
}

/** A Zipf distribution: the first word is a thousand times as frequent as the thousandth. */
function zipf(random: RandomGenerator, size: number): number {
  return Math.floor(size ** random.next()) - 1;
}

/** Composes conversations of some 90 words in 12 lines each. */
function composeTranscripts(): { readonly transcript: string; readonly summary: string }[] {
  const random = createSeededRandomGenerator(1);
  const words = Array.from({ length: vocabulary }, () => wordOf(random));
  return Array.from({ length: transcripts }, (_, index) => {
    const lines = Array.from({ length: 12 }, (_line, line) => {
      const said = Array.from({ length: 7 }, () => words[zipf(random, vocabulary)]).join(' ');
      return `${line % 2 === 0 ? 'Agent' : 'User'}: ${said}`;
    });
    if (index % 2 === 0) lines[3] += ` ${benchWords.common}`;
    if (index % 100 === 7) lines[5] += ` ${benchWords.middle}`;
    if (index === 4_321) lines[7] += ` ${benchWords.rare}`;
    return { transcript: lines.join('\n'), summary: `La persona habló de ${random.pick(words)} y pidió un llamado.` };
  });
}

/** Most calls of which all have details and are searchable; in a larger workspace only the first ones have. */
export const detailedAtMost = 1_000_000;
const detailsOfTheLargest = 100_000;
const callsAtOnce = 500_000;

/** Number of calls with details and search in a workspace of `count` calls: those with the lowest numbers. */
export const searchableCallCount = (count: number): number => (count > detailedAtMost ? detailsOfTheLargest : count);

/** Fills a workspace that has no calls yet. The product itself makes rollups and search documents afterwards. */
export async function insertCalls(
  pool: Pool,
  workspaceId: string,
  count: number,
  say: (line: string) => void,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // Generated rows are consistent, so that foreign keys need no check for each row.
    await client.query("set local session_replication_role = replica; set local maintenance_work_mem = '1GB'");
    await client.query('create temporary table said (i int primary key, transcript text, summary text) on commit drop');
    const composed = composeTranscripts();
    await client.query('insert into said select * from unnest($1::int[], $2::text[], $3::text[])', [
      composed.map((_, index) => index),
      composed.map(({ transcript }) => transcript),
      composed.map(({ summary }) => summary),
    ]);
    await client.query(campaigns, [workspaceId, campaignCount]);
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(secondaryIndexes);
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (let first = 1; first <= count; first += callsAtOnce) {
      const last = Math.min(count, first + callsAtOnce - 1);
      await client.query(calls, [workspaceId, first, last, days, agentCount, campaignCount, firstNames, count]);
      say(`${last} calls`);
    }
    // Building a whole index costs a fraction of inserting row by row.
    for (const { definition } of indexes) await client.query(definition);
    await client.query(details, [workspaceId, transcripts, searchableCallCount(count)]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Indexes of `calls`, except those of constraints. */
const secondaryIndexes = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  where i.indrelid = 'calls'::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`;

/** A UUID that the console accepts, the same for the same number. */
const campaignId = (number: string): string =>
  `overlay(overlay(md5('campaign ' || ${number}) placing '4' from 13) placing '8' from 17)::uuid`;

const campaigns = `
  insert into campaigns (workspace_id, id, name, status, phone_number, success_definition, send_option, total_recipients, created_at, updated_at)
  select $1::uuid, ${campaignId('i')}, 'Cobranza ' || i, 'completed', '+541150000000', 'Promete una fecha', 'now', 10000, now(), now()
  from generate_series(0, $2::int - 1) as i`;

/** Analysis fields, the same for every agent. */
const figures = `jsonb_build_object('right_party', b % 10 > 1, 'commitment', a % 3 = 0, 'promise_kept', b % 4 > 0, 'csat', 1 + c % 5,
  'complaint', a % 40 = 0, 'qa_pass', b % 12 > 0, 'script_compliance', a % 20 > 0, 'intent_correct', c % 20 > 0,
  'wer', round((0.02 + 0.001 * (a % 60))::numeric, 3), 'acw_seconds', 10 + b % 40)`;

/** Each value derives from the call's number, so that every run makes the same calls, in the order of their days. */
const calls = `
  with drawn as (
    select i,
      (hashint4extended(i, 1) & 65535) as a, (hashint4extended(i, 2) & 65535) as b, (hashint4extended(i, 3) & 65535) as c,
      (hashint4extended(i, 4) & 65535) as d, (hashint4extended(i, 5) & 1073741823) as e
    from generate_series($2::int, $3::int) as i
  ), placed as (
    select *,
      case when a < 45000 then 'outbound' when a < 62000 then 'inbound' else 'web_call' end as direction,
      case when b < 40000 then 'ended' when b < 64500 then 'not_connected' else 'error' end as status,
      date_trunc('day', now()) - interval '1 day' * ($4::int - (i - 1)::bigint * $4::int / $8::int) + interval '12 hours' + interval '1 ms' * (e % 43200000) as at
    from drawn
  )
  insert into calls (workspace_id, id, first_seen_at, first_seen_month, call_type, direction, from_number, to_number, contact_key,
    agent_id, agent_version, customer_name, campaign_id, reported_status, is_over, is_analyzed, status, start_at, end_at, duration_ms,
    occurred_at, disconnection_reason, sentiment, is_successful, in_voicemail, cost_cents, e2e_p50_ms, evidence,
    agent_spoke, greeting_ms, silence_ms, overlap_ms, figures, fields_filled, fields_expected, is_followed_up, review)
  select $1::uuid, 'call_' || lpad(i::text, 12, '0'), at, date_trunc('month', at at time zone 'UTC')::date,
    case direction when 'web_call' then 'web_call' else 'phone_call' end, direction,
    case direction when 'outbound' then '+541150000000' when 'inbound' then '+54911' || lpad((e % 100000000)::text, 8, '0') end,
    case direction when 'inbound' then '+541150000000' when 'outbound' then '+54911' || lpad((e % 100000000)::text, 8, '0') end,
    case when direction <> 'web_call' then '11' || lpad((e % 100000000)::text, 8, '0') end,
    'agent_bench_' || (c % $5::int), 1,
    ($7::text[])[1 + c % array_length($7::text[], 1)] || ' ' || ($7::text[])[1 + b % array_length($7::text[], 1)] || 'ez',
    case when direction = 'outbound' and d % 2 = 0 then ${campaignId('(c % $6::int)')} end,
    status, true, true, status, case when status = 'ended' then at end, at + interval '1 ms' * (c * 5),
    case when status = 'ended' then 3000 + c * 4 else 0 end, at,
    case status when 'ended' then (array['user_hangup', 'agent_hangup', 'call_transfer', 'voicemail_reached'])[1 + c % 4]
      when 'not_connected' then (array['dial_no_answer', 'dial_busy', 'dial_failed'])[1 + c % 3] else 'error_asr' end,
    case when status = 'ended' then (array['Positive', 'Neutral', 'Neutral', 'Negative', 'Unknown'])[1 + a % 5] end,
    case when status = 'ended' then a % 3 = 0 end, case when status = 'ended' then c % 4 = 3 end,
    case when status = 'ended' then round((c * 0.0003)::numeric, 3) end, case when status = 'ended' then 500 + b % 1300 end, repeat('3', 28),
    case when status = 'ended' then c % 50 > 0 end, case when status = 'ended' and c % 3 > 0 then 300 + b % 2500 end,
    case when status = 'ended' then c * (a % 20) / 25 end, case when status = 'ended' then c * (b % 10) / 50 end,
    case when status = 'ended' then ${figures} end,
    case when status = 'ended' and c % 2 = 0 then 2 - (a % 10 = 0)::int end, case when status = 'ended' and c % 2 = 0 then 2 end,
    case when direction <> 'web_call' then e % 6 = 0 end,
    case when status = 'ended' and e % 200 = 0 then jsonb_build_object('quality', (a % 8 > 0)::int, 'script', 0.75) end
  from placed`;

const details = `
  insert into call_details (workspace_id, call_id, first_seen_month, transcript, call_analysis)
  select c.workspace_id, c.id, c.first_seen_month, said.transcript,
    jsonb_build_object('call_summary', said.summary, 'user_sentiment', c.sentiment, 'call_successful', c.is_successful, 'custom_analysis_data', c.figures)
  from calls c join said on said.i = right(c.id, 12)::int % $2::int
  where c.workspace_id = $1::uuid and c.status = 'ended' and right(c.id, 12)::int <= $3::int`;
