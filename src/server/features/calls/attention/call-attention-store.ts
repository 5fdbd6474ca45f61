/**
 * Queries of table `call_attention`: attention rules that calls matched, and when. The table contains no words spoken
 * in the calls.
 */
import { sql, type Kysely } from 'kysely';
import {
  attentionRuleKinds,
  maxAttentionMatchesPerCall,
  type AttentionRuleKind,
} from '../../../../contract/attention.ts';
import type { AttentionMatch } from '../../../../contract/calls.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

/** Stores matches of attention rules in one call, at most `maxAttentionMatchesPerCall`. @returns true if any is new. */
export async function insertAttentionHits(
  db: Kysely<DatabaseSchema>,
  { workspaceId, callId }: { readonly workspaceId: string; readonly callId: string },
  hits: readonly AttentionMatch[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into call_attention (workspace_id, call_id, rule, second, noticed_at)
    select ${workspaceId}, ${callId}, rule, second, clock_timestamp()
    from unnest(${hits.map(({ rule }) => rule)}::text[], ${hits.map(({ second }) => second)}::integer[]) as hit (rule, second)
    where (select count(*) from call_attention where workspace_id = ${workspaceId} and call_id = ${callId}) < ${maxAttentionMatchesPerCall}
    on conflict do nothing
    returning 1
  `.execute(db);
  return rows.length > 0;
}

/** Lists the matches of attention rules in each call, in the order of the conversation. */
export async function listAttentionHitsByCall(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<ReadonlyMap<string, AttentionMatch[]>> {
  if (callIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('call_attention')
    .select(['call_id', 'rule', 'second'])
    .where('workspace_id', '=', workspaceId)
    .where('call_id', 'in', [...callIds])
    .orderBy('second')
    .orderBy('rule')
    .execute();
  const byCall = new Map<string, AttentionMatch[]>();
  for (const { callId, ...hit } of rows.flatMap(readHit)) byCall.set(callId, [...(byCall.get(callId) ?? []), hit]);
  return byCall;
}

export interface FirstAttentionHit extends AttentionMatch {
  readonly callId: string;
  readonly agentName: string | null;
}

/** Lists calls in which an attention rule matched after `since`, newest first, each call with its first match. */
export async function listFirstAttentionHitPerCallSince(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: Date,
  limit: number,
): Promise<FirstAttentionHit[]> {
  const { rows } = await sql<{ call_id: string; rule: string; second: number; agent_name: string | null }>`
    select hit.call_id, hit.rule, hit.second, coalesce(nullif(btrim(a.value ->> 'agent_name'), ''), c.agent_id) as agent_name
    from (
      select distinct on (call_id) call_id, rule, second, noticed_at from call_attention
      where workspace_id = ${workspaceId} and noticed_at >= ${since}
      order by call_id, noticed_at, second, rule
    ) as hit
    left join calls c on c.workspace_id = ${workspaceId} and c.id = hit.call_id
    left join provider_cache a on a.workspace_id = ${workspaceId} and a.kind = 'agent' and a.key = c.agent_id
    order by hit.noticed_at desc, hit.call_id limit ${limit}
  `.execute(db);
  return rows.flatMap((row) => readHit(row).map((hit) => ({ ...hit, agentName: row.agent_name })));
}

/**
 * Converts a database row to an array with one attention-rule match. The array is empty if this server does not know
 * the rule.
 */
function readHit({ call_id: callId, rule, second }: { call_id: string; rule: string; second: number }) {
  const known = attentionRuleKinds.find((each): each is AttentionRuleKind => each === rule);
  return known === undefined ? [] : [{ callId, rule: known, second }];
}
