/** The columns of a campaign's options, derived from contract/campaign-options.ts. */
import { campaignOptions, type CampaignOptionName } from '../../../../contract/campaign-options.ts';

export function campaignOptionColumn(name: CampaignOptionName): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a campaign option's value to the value of its database column. */
export function toOptionColumnValue(name: CampaignOptionName, value: unknown): unknown {
  return campaignOptions[name].column === 'jsonb' && value !== null ? JSON.stringify(value) : value;
}
