/** How fast campaigns dial now, and so how long they still take: by the calls that were accepted in the last minutes. */
import { sql, type Kysely } from 'kysely';
import type { Campaign } from '../../../../contract/campaigns.ts';
import type { Schema } from '../../../platform/db/schema.ts';

const paceOverSeconds = 120;

/**
 * The same campaigns, each that dials with the whole seconds until everybody left was tried. The pace is that of the last
 * two minutes, or since it began or was resumed. Null stays: it waits, it does not dial, or nothing was accepted yet.
 */
export async function withSecondsLeft(
  db: Kysely<Schema>,
  workspaceId: string,
  campaigns: readonly Campaign[],
): Promise<Campaign[]> {
  const dialing = campaigns.filter(({ status, waitingReason }) => status === 'in_progress' && waitingReason === null);
  if (dialing.length === 0) return [...campaigns];
  const paces = await findPaces(
    db,
    workspaceId,
    dialing.map(({ id }) => id),
  );
  return campaigns.map((campaign) => {
    const pace = paces.get(campaign.id);
    if (!pace || pace.calls === 0) return campaign;
    const left = campaign.pendingCount + campaign.dialingCount;
    return { ...campaign, secondsLeft: Math.ceil((left / pace.calls) * pace.seconds) };
  });
}

interface Pace {
  readonly id: string;
  readonly calls: number;
  readonly seconds: number;
}

async function findPaces(
  db: Kysely<Schema>,
  workspaceId: string,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, Pace>> {
  // A call's answer takes its while: below a second a first one would promise too much.
  const { rows } = await sql<Pace>`
    select c.id, accepted.calls, greatest(1, extract(epoch from statement_timestamp() - since.at))::float8 as seconds
    from campaigns c
    cross join lateral (
      select greatest(statement_timestamp() - ${paceOverSeconds} * interval '1 second', c.last_sent_at, c.resumed_at) as at
    ) since
    cross join lateral (
      select count(*) as calls from attempts a
      where a.workspace_id = c.workspace_id and a.campaign_id = c.id and a.accepted_at is not null and a.accepted_at >= since.at
    ) accepted
    where c.workspace_id = ${workspaceId} and c.id = any(${campaignIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
