/** Read endpoints of campaigns: the list, one campaign, its recipients and its log. Deleted campaigns are not found. */
import type { Kysely } from 'kysely';
import { campaignsEndpoints, type Campaign } from '../../../../contract/campaigns.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import type { WorkspaceDirectory } from '../../access/index.ts';
import { parseAgentFilter, resolveDateRange } from '../../analytics/index.ts';
import { computeBestHourEffect } from '../rules/best-hour.ts';
import { countCampaignCallsByBestHourGroup } from './best-hour-query.ts';
import { findCampaignsWithCallsInRange } from './called-campaigns-query.ts';
import { listCampaignLogEntries } from '../campaign/campaign-log-store.ts';
import type { CampaignForecaster } from './forecasts.ts';
import { findUndeletedCampaign, listCampaignRows } from '../campaign/campaign-store.ts';
import { listRecipientsOfCampaign } from './recipient-list-query.ts';

const listedAtMost = 500;

interface CampaignReadDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly directory: Pick<WorkspaceDirectory, 'timeZoneOf'>;
  readonly forecasts: Pick<CampaignForecaster, 'withEnds'>;
}

export function registerCampaignReadRoutes(binder: EndpointBinder, deps: CampaignReadDeps): void {
  const { db, forecasts } = deps;
  binder.bind(campaignsEndpoints.listCampaigns, async ({ workspaceId, reply }) => {
    const { campaigns, total } = await listCampaignRows(db, workspaceId, listedAtMost);
    reply.header('x-total-count', total);
    return forecasts.withEnds(workspaceId, campaigns);
  });
  binder.bind(campaignsEndpoints.listCalledCampaigns, async ({ workspaceId, query }) => {
    const range = await resolveDateRange(deps, workspaceId, { ...query, range: query.timeFilter });
    return findCampaignsWithCallsInRange(db, workspaceId, range, parseAgentFilter(query.agentFilter));
  });
  binder.bind(campaignsEndpoints.getCampaign, async ({ workspaceId, params }) => {
    const campaign = await readCampaign(db, workspaceId, params.id);
    const [withTime = campaign] = await forecasts.withEnds(workspaceId, [campaign]);
    const { byHour, withoutIt } = await countCampaignCallsByBestHourGroup(db, workspaceId, params.id);
    return { ...withTime, bestHourComparison: computeBestHourEffect(byHour, withoutIt) };
  });
  binder.bind(campaignsEndpoints.listCampaignRecipients, async ({ workspaceId, params, query, reply }) => {
    await readCampaign(db, workspaceId, params.id);
    const { recipients, total } = await listRecipientsOfCampaign(db, workspaceId, params.id, query);
    reply.header('x-total-count', total);
    return recipients;
  });
  binder.bind(campaignsEndpoints.listCampaignLog, async ({ workspaceId, params, query }) => {
    await readCampaign(db, workspaceId, params.id);
    return listCampaignLogEntries(db, workspaceId, params.id, query);
  });
}

/** Reads a campaign. Throws `not_found` if it is missing or deleted. */
export async function readCampaign(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaignId: string,
): Promise<Campaign> {
  const campaign = await findUndeletedCampaign(db, workspaceId, campaignId);
  if (!campaign) throw new AppError('not_found');
  return campaign;
}
