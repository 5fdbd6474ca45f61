/** Downloads of a campaign's files, and the data to prefill a copy of it. Every download is audited. */
import type { Kysely } from 'kysely';
import { campaignsEndpoints, type Campaign } from '../../../../contract/campaigns.ts';
import { campaignExportFileNamePrefixes } from '../../../../labels/campaign-results-es.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { composeCsvFileName, sendCsv } from '../../../platform/http/csv-download.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { SettingsFeature } from '../../settings/index.ts';
import { countUncontactedRecipients, readCopiedCampaignDraft, type CampaignDraftDeps } from './campaign-draft.ts';
import { readCampaignFileColumnsAndRejectedRows } from './campaign-file-query.ts';
import { readCampaign } from './campaign-reads.ts';
import { exportRejectedRowPages, exportCampaignResultPages } from './results-export.ts';
import { csvByteOrderMark, formatCsvLine } from '../../../../contract/csv-line.ts';
import {
  recipientNameColumnNames,
  phoneColumnNames,
  recipientTemplateExampleRow,
} from '../../../../contract/recipient-file.ts';

export interface CampaignFileDeps extends CampaignDraftDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly audit: AuditLog;
  readonly settings: Pick<SettingsFeature, 'read'>;
}

export function registerCampaignFileRoutes(binder: EndpointBinder, deps: CampaignFileDeps): void {
  const { db } = deps;

  binder.bind(campaignsEndpoints.exportCampaignResults, async ({ identity, workspaceId, params, request, reply }) => {
    const campaign = await readCampaign(db, workspaceId, params.id);
    const regional = await deps.settings.read(workspaceId);
    const { extraColumns } = await readCampaignFileColumnsAndRejectedRows(db, workspaceId, campaign.id);
    await noteExport(deps, { ...identity, workspaceId, address: request.ip }, campaign, 'results');
    return sendCsv(
      reply,
      fileNameOf(campaign, 'results'),
      exportCampaignResultPages(db, { workspaceId, campaignId: campaign.id, extraColumns }, regional),
    );
  });
  binder.bind(campaignsEndpoints.exportRejectedRows, async ({ identity, workspaceId, params, request, reply }) => {
    const campaign = await readCampaign(db, workspaceId, params.id);
    const { rejectedRows } = await readCampaignFileColumnsAndRejectedRows(db, workspaceId, campaign.id);
    await noteExport(deps, { ...identity, workspaceId, address: request.ip }, campaign, 'rejected');
    return sendCsv(reply, fileNameOf(campaign, 'rejected'), exportRejectedRowPages(rejectedRows));
  });
  binder.bind(campaignsEndpoints.getCampaignDraft, async ({ workspaceId, params, query }) =>
    readCopiedCampaignDraft(deps, workspaceId, await readCampaign(db, workspaceId, params.id), query.only),
  );
  binder.bind(campaignsEndpoints.countUncontacted, async ({ workspaceId, params }) => ({
    count: await countUncontactedRecipients(deps, workspaceId, await readCampaign(db, workspaceId, params.id)),
  }));
}

type Kind = 'results' | 'rejected';

function fileNameOf({ name }: Campaign, kind: Kind): string {
  return composeCsvFileName(campaignExportFileNamePrefixes[kind], name, campaignExportFileNamePrefixes.unnamed);
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
  const details = { name: campaign.name, file: campaignExportFileNamePrefixes[kind] };
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
  formatCsvLine([phoneColumnNames[0], recipientNameColumnNames[0]]),
  formatCsvLine([recipientTemplateExampleRow.phone, recipientTemplateExampleRow.name]),
];

export const recipientTemplateCsv = csvByteOrderMark + lines.join('');
export const recipientTemplateFileName = 'plantilla-campana.csv';
