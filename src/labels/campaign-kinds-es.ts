/** Labels of campaign purposes. Not in country-rules-es.ts, because a campaign's page does not need country rules. */
import type { CampaignPurpose } from '../contract/country-rules.ts';

export const campaignPurposeLabels: Readonly<Record<CampaignPurpose, string>> = {
  sale: 'Venta',
  collection: 'Cobranza',
  survey: 'Encuesta',
  notice: 'Aviso',
};

export const campaignKindFieldLabels = {
  name: 'Tipo de campaña',
  none: 'Sin indicar',
  hint: 'Algunos países permiten horarios distintos según el tipo. Sin indicar valen todas las reglas del país de cada persona.',
} as const;
