/** Title and text of an item of the card 'Requiere atención'. */
import { alertTitle, describeAlert } from '../../labels/alerts-es.ts';
import { pauseTexts, waitLabels } from '../../labels/campaigns-es.ts';
import { presentActivityLabels as labels } from '../../labels/dashboard-now-es.ts';
import { known } from '../../labels/known.ts';
import type { RegionalFormat } from '../format/regional-format.ts';
import type { AttentionItem } from './attention-items.ts';

export interface AttentionWords {
  readonly title: string;
  /** The text below the title of an attention item; empty if the title says everything. */
  readonly text: string;
}

export function describeAttentionItem(item: AttentionItem, format: RegionalFormat): AttentionWords {
  switch (item.kind) {
    case 'campaign':
      return {
        title: `${labels.pausedCampaign} ${item.campaign.name}`,
        text: known(pauseTexts, item.campaign.pauseReason ?? '') ?? waitLabels.unknownReason,
      };
    case 'alert':
      return { title: `${alertTitle(item.alert.kind)}.`, text: describeAlert(item.alert) };
    case 'webhook':
      return { title: labels.noWebhooks, text: labels.noWebhooksText };
    case 'noEventYet':
      return { title: labels.noEventYet, text: '' };
    case 'targets':
    default:
      return { title: labels.missedTargets(format.count(item.missed), format.count(item.known)), text: '' };
  }
}
