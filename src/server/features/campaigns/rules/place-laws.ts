/** Finds the country rules that apply to a campaign's people in a place, and its numbers that may call them. Pure. */
import {
  campaignKinds,
  countryRuleIds,
  originRuleIds,
  ruleOf,
  type CountryRule,
  type CountryRuleId,
  type OriginRuleId,
} from '../../../../contract/country-rules.ts';
import type { DialingRules } from '../../settings/index.ts';
import { readPlace } from './phone-place.ts';

interface CallingCampaign {
  /** The kind of campaign. If it is null or unknown, the rules of all kinds apply. */
  readonly kind: string | null;
  readonly phoneNumbers: readonly string[];
  /** Origin rules that are newer than the campaign. */
  readonly exemptRules: readonly string[];
}

type Law = CountryRule & { readonly id: CountryRuleId };

export function countryRulesFor(
  { rulesOff }: Pick<DialingRules, 'rulesOff'>,
  kind: string | null,
  place: string,
): readonly Law[] {
  const { country } = readPlace(place);
  const isKnown = campaignKinds.some((each) => each === kind);
  return countryRuleIds
    .filter((id) => !rulesOff.includes(id))
    .map((id) => ({ id, ...ruleOf(id) }))
    .filter((rule) => rule.country === country && (!isKnown || rule.kinds.some((each) => each === kind)));
}

/** The campaign's numbers that may call people of that place. If there is none, nobody there is called. */
export function numbersFor(
  rules: Pick<DialingRules, 'rulesOff'>,
  campaign: CallingCampaign,
  place: string,
): readonly string[] {
  const laws = originLawsOf(rules, campaign, place);
  return laws.length === 0
    ? campaign.phoneNumbers
    : campaign.phoneNumbers.filter((number) => !laws.some(({ barredOrigins }) => barredOrigins?.test(number)));
}

/**
 * The rules by which none of the campaign's numbers may call people of that place. Empty if a number may, or if the
 * campaign has no numbers.
 */
export function barredBy(
  rules: Pick<DialingRules, 'rulesOff'>,
  campaign: CallingCampaign,
  place: string,
): readonly OriginRuleId[] {
  if (numbersFor(rules, campaign, place).length > 0) return [];
  const barring = originLawsOf(rules, campaign, place).filter(({ barredOrigins }) =>
    campaign.phoneNumbers.some((number) => barredOrigins?.test(number)),
  );
  return originRuleIds.filter((id) => barring.some((law) => law.id === id));
}

function originLawsOf(
  rules: Pick<DialingRules, 'rulesOff'>,
  { kind, exemptRules }: CallingCampaign,
  place: string,
): readonly Law[] {
  return countryRulesFor(rules, kind, place).filter(
    ({ id, barredOrigins }) => barredOrigins && !exemptRules.includes(id),
  );
}
