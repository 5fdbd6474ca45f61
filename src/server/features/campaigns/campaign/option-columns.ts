/** The columns of a campaign's options, derived from contract/campaign-options.ts. */
import { campaignOptions, type OptionName } from '../../../../contract/campaign-options.ts';

export function columnOf(name: OptionName): string {
  return name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts a campaign option's value to the form that its column stores. */
export function storedOption(name: OptionName, value: unknown): unknown {
  return campaignOptions[name].column === 'jsonb' && value !== null ? JSON.stringify(value) : value;
}
