/**
 * Queries of a call's events, of earlier calls with the same phone number, and of its agent's usual latency. Each query
 * reads few rows.
 */
import { sql, type Kysely, type Selectable } from 'kysely';
import type { CallRelatedData, CallSummary } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { selectCallSummaryRows, toCallSummary } from '../state/call-list-query.ts';

type Call = Pick<
  Selectable<DatabaseSchema['calls']>,
  'id' | 'first_seen_month' | 'occurred_at' | 'contact_key' | 'agent_id' | 'erased_at'
>;

const mostEvents = 200;
const mostPrevious = 10;
/**
 * Calls from which an agent's usual latency is computed: up to 200 calls with a known latency, among the agent's last
 * 1,000 calls.
 */
const usualOf = { calls: 200, ofLast: 1_000 };
/** Longest credible latency of a call in ms. Longer latencies are ignored. */
const longestLatencyMs = 3_600_000;

/** Reads the call's columns that are needed to find its events and earlier calls. Null if the call does not exist. */
export async function findCallForContext(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
): Promise<Call | null> {
  const call = await db
    .selectFrom('calls')
    .select(['id', 'first_seen_month', 'occurred_at', 'contact_key', 'agent_id', 'erased_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', callId)
    .executeTakeFirst();
  return call ?? null;
}

/** Lists a call's events by time of receipt. Events of the same moment are in the order started, ended, analysed. */
export async function listCallEvents(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  call: Call,
): Promise<CallRelatedData['events']> {
  const rows = await db
    .selectFrom('call_events')
    .select(['event', 'source', 'received_at'])
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', call.id)
    .where('first_seen_month', '=', call.first_seen_month)
    .orderBy('received_at')
    .orderBy(sql`coalesce(array_position(array['call_started', 'call_ended', 'call_analyzed'], event), 0)`)
    .orderBy('digest')
    .limit(mostEvents)
    .execute();
  return rows.map(({ event, source, received_at: at }) => ({ event, source, at: at.toISOString() }));
}

/** Lists the newest earlier calls with the same phone number as the given call, and counts all of them. */
export async function listPreviousCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  call: Call,
): Promise<{ readonly calls: CallSummary[]; readonly total: number }> {
  // Return no earlier calls for an erased call, because calls of an erased person must not be linked.
  if (call.contact_key === null || call.erased_at !== null) return { calls: [], total: 0 };
  const earlier = db
    .selectFrom('calls as c')
    .where('c.workspace_id', '=', workspaceId)
    .where('c.contact_key', '=', call.contact_key)
    .where(sql<boolean>`(c.occurred_at, c.id) < (${call.occurred_at}::timestamptz, ${call.id})`);
  const [rows, count] = await Promise.all([
    selectCallSummaryRows(
      db,
      earlier.selectAll().orderBy('c.occurred_at', 'desc').orderBy('c.id', 'desc').limit(mostPrevious),
    ),
    earlier.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { calls: rows.map(toCallSummary), total: count.total };
}

/**
 * Computes the usual latency of the call's agent: 50th and 90th percentile of the median latencies of the agent's last
 * calls, without this call. Null if no latency is known.
 */
export async function computeAgentUsualLatency(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  call: Call,
): Promise<CallRelatedData['usualLatency']> {
  if (call.agent_id === null) return { e2e: null, llm: null, tts: null };
  const partOf = (part: 'llm' | 'tts') => sql`
    case when jsonb_typeof(d.latency -> ${part}::text -> 'p50') = 'number' then (d.latency -> ${part}::text ->> 'p50')::float8 end as ${sql.ref(part)}`;
  const figuresOf = (part: string) => {
    const figure = sql.ref(part);
    const sound = sql`filter (where ${figure} between 0 and ${longestLatencyMs})`;
    return sql`jsonb_build_object('calls', count(*) ${sound}, 'p50', percentile_cont(0.5) within group (order by ${figure}) ${sound},
      'p90', percentile_cont(0.9) within group (order by ${figure}) ${sound}) as ${figure}`;
  };
  const { rows } = await sql<Record<'e2e' | 'llm' | 'tts', { calls: number; p50: number | null; p90: number | null }>>`
    with last as materialized (
      select id, first_seen_month, occurred_at, e2e_p50_ms from calls
      where workspace_id = ${workspaceId}::uuid and agent_id = ${call.agent_id} and id <> ${call.id}
      order by occurred_at desc, id desc limit ${usualOf.ofLast}
    ), measured as materialized (
      select * from last where e2e_p50_ms is not null order by occurred_at desc, id desc limit ${usualOf.calls}
    ), figures as (
      select m.e2e_p50_ms::float8 as e2e, ${partOf('llm')}, ${partOf('tts')}
      from measured m left join call_details d
        on d.workspace_id = ${workspaceId}::uuid and d.call_id = m.id and d.first_seen_month = m.first_seen_month
    )
    select ${figuresOf('e2e')}, ${figuresOf('llm')}, ${figuresOf('tts')} from figures`.execute(db);
  const usual = (part: 'e2e' | 'llm' | 'tts') => {
    const { calls = 0, p50 = null, p90 = null } = rows[0]?.[part] ?? {};
    return p50 === null || p90 === null ? null : { calls, p50, p90 };
  };
  return { e2e: usual('e2e'), llm: usual('llm'), tts: usual('tts') };
}
