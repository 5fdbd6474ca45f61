/**
 * Ends campaigns. A campaign is `sent` when nobody is left to dial. It is `completed` when no call is in progress and
 * no missing analysis can promise a call back any more.
 * The counts are summed under the campaign's exclusive lock. Otherwise two servers could each read old counts and both
 * miss the end.
 */
import { sql, type Kysely } from 'kysely';
import type { CampaignStatus } from '../../../../contract/campaigns.ts';
import { defaultCallbackFieldName } from '../../../../contract/settings.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { insertCampaignLogEntry } from '../campaign/campaign-log-store.ts';
import { lockCampaignRow, setCampaignStatus } from '../campaign/campaign-store.ts';
import type { Tx } from '../../calls/index.ts';

interface Rest {
  readonly undialed: number;
  readonly live: number;
  /** True if the analysis of an ended call is still missing and may contain a promise to call the customer back. */
  readonly mayPromise: boolean;
}

/**
 * Minutes for which a campaign with nobody left to call waits for the analysis of its last calls before it ends. The
 * analysis usually takes seconds.
 */
const analysisMinutes = 10;

/**
 * SQL condition: the analysis of a call of campaign `c` is missing and may contain a promised call back, because the
 * campaign's agents note such promises.
 */
const mayPromise = sql<boolean>`(
  exists (
    select from workspace_settings s where s.workspace_id = c.workspace_id and (c.agent_analysis || coalesce(c.voicemail_agent -> 'analysis', '[]')) @> jsonb_build_array(
      jsonb_build_object('name', coalesce(s.copc -> 'fields' ->> 'callbackAt', ${defaultCallbackFieldName}::text))))
  and exists (
    select from calls where calls.workspace_id = c.workspace_id and calls.campaign_id = c.id
      and calls.status = 'ended' and not calls.is_analyzed
      and calls.end_at > clock_timestamp() - ${analysisMinutes} * interval '1 minute'))`;

/** Finds campaigns of any workspace that have nobody left to call, but whose stored status is not yet the final one. */
export async function findCampaignsToMarkCompleted(
  db: Kysely<DatabaseSchema>,
  campaignIds: readonly string[] | null,
): Promise<readonly { readonly workspaceId: string; readonly campaignId: string }[]> {
  const only = campaignIds === null ? sql`` : sql`and c.id = any(${campaignIds}::uuid[])`;
  const { rows } = await sql<{ workspaceId: string; campaignId: string }>`
    select c.workspace_id as "workspaceId", c.id as "campaignId"
    from campaigns c join campaign_counts k on k.workspace_id = c.workspace_id and k.campaign_id = c.id
    where (c.status = 'sent' or (c.status = 'in_progress' and not c.is_open)) ${only}
    group by c.workspace_id, c.id, c.status
    having sum(k.pending) + sum(k.dialing) = 0 and (c.status = 'in_progress' or (sum(k.live) = 0 and not ${mayPromise}))`.execute(
    db,
  );
  return rows;
}

/**
 * Updates a campaign's status from the counts of its recipients, for example if none is left to call. @returns the new
 * status; null if it stays the same.
 */
export function updateCampaignStatusFromCounts(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignStatus | null> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (tx) => {
      const status = await lockCampaignRow(tx, workspaceId, campaignId);
      if (status !== 'in_progress' && status !== 'sent') return null;
      if (status === 'in_progress' && (await isOpen(tx, workspaceId, campaignId))) return null;
      const rest = await sumRest(tx, workspaceId, campaignId);
      const next = statusAfter(rest);
      if (next === null || next === status) return null;
      await setCampaignStatus(tx, workspaceId, campaignId, next);
      await insertCampaignLogEntry(tx, { workspaceId, campaignId, kind: next, details: {}, username: null });
      return next;
    });
}

async function isOpen(tx: Tx, workspaceId: string, campaignId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('campaigns')
    .select('is_open')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', campaignId)
    .executeTakeFirstOrThrow();
  return row.is_open;
}

function statusAfter({ undialed, live, mayPromise }: Rest): 'sent' | 'completed' | null {
  if (undialed > 0) return null;
  return live > 0 || mayPromise ? 'sent' : 'completed';
}

async function sumRest(tx: Tx, workspaceId: string, campaignId: string): Promise<Rest> {
  const row = await tx
    .selectFrom('campaign_counts')
    .select([
      sql<number>`coalesce(sum(pending + dialing), 0)::bigint`.as('undialed'),
      sql<number>`coalesce(sum(live), 0)::bigint`.as('live'),
      sql<boolean>`(select ${mayPromise} from campaigns c where c.workspace_id = ${workspaceId} and c.id = ${campaignId})`.as(
        'mayPromise',
      ),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('campaign_id', '=', campaignId)
    .executeTakeFirstOrThrow();
  return row;
}
