/** Query: campaigns with calls in a range of days. Their counts of recipients cover the whole campaign. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { maxListedCampaignsWithCalls, type CampaignsWithCalls } from '../../../../contract/campaigns.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { ZonedDateRangeWithComparison } from '../../analytics/index.ts';

interface CalledRow {
  readonly id: string;
  readonly name: string;
  readonly totalRecipients: number;
  readonly sentCount: number;
  readonly contactedCount: number;
  readonly successfulCount: number;
}

function ofAgent(agentId: string | null): RawBuilder<unknown> {
  if (agentId === null) return sql``;
  return agentId === '' ? sql`and campaigns.agent_id is null` : sql`and campaigns.agent_id = ${agentId}`;
}

/**
 * Finds campaigns with calls in a range of days. `agentId`: null for any agent, '' for campaigns without a stored
 * agent.
 */
export async function findCampaignsWithCallsInRange(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  { from, to, zone }: Pick<ZonedDateRangeWithComparison, 'from' | 'to' | 'zone'>,
  agentId: string | null,
): Promise<CampaignsWithCalls> {
  // Search calls by index with a margin of two hours for clock changes, then compare local dates. The LIMIT keeps the
  // planner from reading all calls of the range.
  const { rows } = await sql<CalledRow>`
    select campaigns.id, campaigns.name, campaigns.total_recipients as "totalRecipients",
      coalesce(sum(sent + retrying), 0)::bigint as "sentCount",
      coalesce(sum(contacted), 0)::bigint as "contactedCount",
      coalesce(sum(successful), 0)::bigint as "successfulCount"
    from campaigns
    cross join lateral (
      select from calls
      where calls.workspace_id = ${workspaceId} and calls.campaign_id = campaigns.id
        and occurred_at >= ${from}::timestamp at time zone ${zone}::text - interval '2 hours'
        and occurred_at < (${to}::date + 1)::timestamp at time zone ${zone}::text + interval '2 hours'
        and (occurred_at at time zone ${zone}::text)::date between ${from}::date and ${to}::date
      limit 1
    ) as called
    left join campaign_counts
      on campaign_counts.workspace_id = campaigns.workspace_id and campaign_counts.campaign_id = campaigns.id
    where campaigns.workspace_id = ${workspaceId} and campaigns.deleted_at is null ${ofAgent(agentId)}
    group by campaigns.workspace_id, campaigns.id
    order by "sentCount" desc, campaigns.created_at desc, campaigns.id`.execute(db);
  const sumOf = (count: Exclude<keyof CalledRow, 'id' | 'name'>) => rows.reduce((sum, row) => sum + row[count], 0);
  return {
    days: { from, to },
    calledCampaigns: rows.slice(0, maxListedCampaignsWithCalls),
    totals: {
      calledCount: rows.length,
      totalRecipients: sumOf('totalRecipients'),
      sentCount: sumOf('sentCount'),
      contactedCount: sumOf('contactedCount'),
      successfulCount: sumOf('successfulCount'),
    },
  };
}
