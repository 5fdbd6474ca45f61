/** Title and text of an item of the card 'Requiere atención'. */
import { getAlertTitle, describeAlert } from '../../labels/alerts-es.ts';
import { campaignPauseReasonTexts, campaignWaitLabels } from '../../labels/campaigns-es.ts';
import { dashboardCurrentActivityLabels as labels } from '../../labels/dashboard-now-es.ts';
import { findLabelEntry } from '../../labels/known.ts';
import type { RegionalFormat } from '../format/regional-format.ts';
import type { AttentionItem } from './attention-items.ts';

export interface AttentionItemText {
  readonly title: string;
  /** The text below the title of an attention item; empty if the title says everything. */
  readonly text: string;
}

export function describeAttentionItem(item: AttentionItem, format: RegionalFormat): AttentionItemText {
  switch (item.kind) {
    case 'campaign':
      return {
        title: `${labels.pausedCampaign} ${item.campaign.name}`,
        text:
          findLabelEntry(campaignPauseReasonTexts, item.campaign.pauseReason ?? '') ?? campaignWaitLabels.unknownReason,
      };
    case 'alert':
      return { title: `${getAlertTitle(item.alert.kind)}.`, text: describeAlert(item.alert) };
    case 'webhook':
      return { title: labels.noWebhooks, text: labels.noWebhooksText };
    case 'noEventYet':
      return { title: labels.noEventYet, text: '' };
    case 'targets':
    default:
      return { title: labels.missedTargets(format.count(item.missed), format.count(item.known)), text: '' };
  }
}
