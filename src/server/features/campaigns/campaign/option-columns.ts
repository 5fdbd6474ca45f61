/** Database columns of a campaign's options, derived from contract/campaign-options.ts. */
import { campaignOptionDefinitions, type CampaignOptionName } from '../../../../contract/campaign-options.ts';

export function getCampaignOptionColumn(name: CampaignOptionName): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a campaign option's value to the value of its database column. */
export function toCampaignOptionColumnValue(name: CampaignOptionName, value: unknown): unknown {
  return campaignOptionDefinitions[name].column === 'jsonb' && value !== null ? JSON.stringify(value) : value;
}
