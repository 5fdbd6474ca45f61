/**
 * Baseline of writing: a receiver that stores each webhook in a transaction of its own. It writes the call and its
 * details by INSERT … ON CONFLICT into the same tables and indexes. It has no figures, no order of events, no
 * deduplication.
 */
import type { PoolClient } from 'pg';
import type { WireCall } from '../src/retell/index.ts';
import { connectDatabase } from '../src/server/platform/db/database.ts';
import { generateWebhooks, type StoryOptions } from './webhook-stories.ts';

interface BareWrites {
  readonly events: number;
  readonly seconds: number;
}

interface BareEvent {
  readonly call: readonly unknown[];
  readonly details: readonly unknown[];
}

const callColumns =
  'call_type, direction, from_number, to_number, contact_key, agent_id, agent_version, customer_name, reported_status, is_over, is_analyzed, status, start_at, end_at, duration_ms, occurred_at, disconnection_reason, sentiment, is_successful, in_voicemail, cost_cents, e2e_p50_ms'.split(
    ', ',
  );
const detailColumns =
  'transcript, transcript_object, recording_url, call_analysis, call_cost, latency, llm_token_usage, dynamic_variables, collected_variables, tool_calls, extra'.split(
    ', ',
  );

/** SQL placeholders from `$first` on, `count` of them. */
const places = (first: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ');
const updates = (table: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = coalesce(excluded.${column}, ${table}.${column})`).join(', ');

const upsertCall = {
  name: 'bare_call',
  text: `insert into calls (workspace_id, id, first_seen_at, first_seen_month, ${callColumns.join(', ')})
    values ($1, $2, now(), $3, ${places(4, callColumns.length)})
    on conflict (workspace_id, id) do update set ${updates('calls', callColumns)}, updated_at = now()`,
};
const upsertDetails = {
  name: 'bare_details',
  text: `insert into call_details (workspace_id, call_id, first_seen_month, ${detailColumns.join(', ')})
    values ($1, $2, $3, ${places(4, detailColumns.length)})
    on conflict (workspace_id, call_id, first_seen_month) do update set ${updates('call_details', detailColumns)}`,
};

/** Writes for a number of seconds on several connections at once. All rows are prepared before. */
export async function writeBare(
  connectionString: string,
  workspaceId: string,
  stories: StoryOptions,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<BareWrites> {
  const month = `${new Date(stories.startMs).toISOString().slice(0, 7)}-01`;
  const events = [...generateWebhooks(stories)].map(({ event, body }) =>
    bareEventOf(workspaceId, month, event, (JSON.parse(body) as { call: WireCall }).call),
  );
  // Sessions configured like the server's own.
  const database = connectDatabase({ connectionString, applicationName: 'vocero-bench', max: connections });
  try {
    const clients = await Promise.all(Array.from({ length: connections }, () => database.pool.connect()));
    const began = performance.now();
    let next = 0;
    const work = async (client: PoolClient): Promise<void> => {
      while (performance.now() - began < seconds * 1_000) {
        const event = events[next];
        if (!event) return;
        next += 1;
        await client.query('begin');
        await client.query({ ...upsertCall, values: [...event.call] });
        await client.query({ ...upsertDetails, values: [...event.details] });
        await client.query('commit');
      }
    };
    await Promise.all(clients.map(work));
    const took = (performance.now() - began) / 1_000;
    for (const client of clients) client.release();
    return { events: next, seconds: took };
  } finally {
    await database.close();
  }
}

function bareEventOf(workspaceId: string, month: string, event: string, call: WireCall): BareEvent {
  const { call_analysis: analysis, call_cost: cost, latency } = call;
  const direction = call.call_type === 'web_call' ? 'web_call' : call.direction;
  const contact = direction === 'inbound' ? call.from_number : call.to_number;
  const startAt = momentOf(call.start_timestamp);
  const endAt = momentOf(call.end_timestamp);
  const isOver = event !== 'call_started';
  return {
    call: ([workspaceId, call.call_id, month] as unknown[]).concat(
      [
        call.call_type,
        direction,
        call.from_number,
        call.to_number,
        contact?.slice(-10),
        call.agent_id,
        call.agent_version,
      ],
      [
        call.retell_llm_dynamic_variables?.['customer_name'],
        call.call_status,
        isOver,
        event === 'call_analyzed',
        call.call_status,
        startAt,
        endAt,
        call.duration_ms,
      ],
      [
        startAt ?? endAt ?? new Date(),
        call.disconnection_reason,
        analysis?.user_sentiment,
        analysis?.call_successful,
        analysis?.in_voicemail,
      ],
      [cost?.combined_cost, latency?.e2e?.p50],
    ),
    details: ([workspaceId, call.call_id, month] as unknown[]).concat(
      [
        call.transcript,
        jsonOf(call.transcript_object),
        call.recording_url,
        jsonOf(analysis),
        jsonOf(cost),
        jsonOf(latency),
      ],
      [
        jsonOf(call.llm_token_usage),
        jsonOf(call.retell_llm_dynamic_variables),
        jsonOf(call.collected_dynamic_variables),
        null,
      ],
      [jsonOf({ agent_name: call.agent_name, telephony_identifier: call.telephony_identifier })],
    ),
  };
}

const momentOf = (ms: number | null | undefined): Date | null => (typeof ms === 'number' ? new Date(ms) : null);
const jsonOf = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);
