/** Downloads of a campaign's files, and the data to prefill a copy of it. Every download is audited. */
import type { Kysely } from 'kysely';
import { campaignsEndpoints, type Campaign } from '../../../../contract/campaigns.ts';
import { resultFileNames } from '../../../../labels/campaign-results-es.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { csvFileName, sendCsv } from '../../../platform/http/csv-download.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import type { Audit } from '../../audit/index.ts';
import type { SettingsFeature } from '../../settings/index.ts';
import { countUncontacted, readDraft, type DraftDeps } from './campaign-draft.ts';
import { findCampaignFile } from './campaign-file-query.ts';
import { readCampaign } from './campaign-reads.ts';
import { rejectedPages, resultPages } from './results-export.ts';
import { csvBom, writeCsvLine } from '../../../../contract/csv-line.ts';
import { nameColumns, phoneColumns, templateExample } from '../../../../contract/recipient-file.ts';

export interface CampaignFileDeps extends DraftDeps {
  readonly db: Kysely<Schema>;
  readonly audit: Audit;
  readonly settings: Pick<SettingsFeature, 'read'>;
}

export function registerCampaignFiles(binder: EndpointBinder, deps: CampaignFileDeps): void {
  const { db } = deps;

  binder.bind(campaignsEndpoints.exportCampaignResults, async ({ identity, workspaceId, params, request, reply }) => {
    const campaign = await readCampaign(db, workspaceId, params.id);
    const regional = await deps.settings.read(workspaceId);
    const { extraColumns } = await findCampaignFile(db, workspaceId, campaign.id);
    await noteExport(deps, { ...identity, workspaceId, address: request.ip }, campaign, 'results');
    return sendCsv(
      reply,
      fileNameOf(campaign, 'results'),
      resultPages(db, { workspaceId, campaignId: campaign.id, extraColumns }, regional),
    );
  });
  binder.bind(campaignsEndpoints.exportRejectedRows, async ({ identity, workspaceId, params, request, reply }) => {
    const campaign = await readCampaign(db, workspaceId, params.id);
    const { rejectedRows } = await findCampaignFile(db, workspaceId, campaign.id);
    await noteExport(deps, { ...identity, workspaceId, address: request.ip }, campaign, 'rejected');
    return sendCsv(reply, fileNameOf(campaign, 'rejected'), rejectedPages(rejectedRows));
  });
  binder.bind(campaignsEndpoints.getCampaignDraft, async ({ workspaceId, params, query }) =>
    readDraft(deps, workspaceId, await readCampaign(db, workspaceId, params.id), query.only),
  );
  binder.bind(campaignsEndpoints.countUncontacted, async ({ workspaceId, params }) => ({
    count: await countUncontacted(deps, workspaceId, await readCampaign(db, workspaceId, params.id)),
  }));
}

type Kind = 'results' | 'rejected';

function fileNameOf({ name }: Campaign, kind: Kind): string {
  return csvFileName(resultFileNames[kind], name, resultFileNames.unnamed);
}

interface Reader {
  readonly workspaceId: string;
  readonly userId: string;
  readonly username: string;
  readonly address: string;
}

async function noteExport(
  { audit }: CampaignFileDeps,
  { workspaceId, userId, username, address }: Reader,
  campaign: Campaign,
  kind: Kind,
): Promise<void> {
  const details = { name: campaign.name, file: resultFileNames[kind] };
  await audit.record({
    workspaceId,
    userId,
    username,
    address,
    action: 'campaign.exported',
    target: campaign.id,
    details,
  });
}

const lines = [
  writeCsvLine([phoneColumns[0], nameColumns[0]]),
  writeCsvLine([templateExample.phone, templateExample.name]),
];

export const campaignTemplate = csvBom + lines.join('');
export const campaignTemplateName = 'plantilla-campana.csv';
