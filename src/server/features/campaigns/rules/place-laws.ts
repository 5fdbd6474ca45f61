/**
 * Finds the country rules that apply to calls to people in a place, and the origin numbers that these rules allow.
 * Pure.
 */
import {
  campaignPurposes,
  countryRuleIds,
  originBarringRuleIds,
  getCountryRule,
  type CountryRule,
  type CountryRuleId,
  type OriginBarringRuleId,
} from '../../../../contract/country-rules.ts';
import type { WorkspaceDialingRules } from '../../settings/index.ts';
import { parseCountryAndZonesKey } from './phone-place.ts';

interface CallingCampaign {
  readonly kind: string | null;
  readonly phoneNumbers: readonly string[];
  /**
   * Country rules about origin numbers that do not apply to this campaign, because they were introduced after it was
   * created.
   */
  readonly exemptRules: readonly string[];
}

type Law = CountryRule & { readonly id: CountryRuleId };

export function findApplicableCountryRules(
  { rulesOff }: Pick<WorkspaceDialingRules, 'rulesOff'>,
  kind: string | null,
  place: string,
): readonly Law[] {
  const { country } = parseCountryAndZonesKey(place);
  const isKnown = campaignPurposes.some((each) => each === kind);
  return countryRuleIds
    .filter((id) => !rulesOff.includes(id))
    .map((id) => ({ id, ...getCountryRule(id) }))
    .filter((rule) => rule.country === country && (!isKnown || rule.kinds.some((each) => each === kind)));
}

/**
 * Returns those of the campaign's origin numbers that country rules allow for calls to people in `place`. If the list
 * is empty, nobody there is called.
 */
export function findAllowedOriginNumbers(
  rules: Pick<WorkspaceDialingRules, 'rulesOff'>,
  campaign: CallingCampaign,
  place: string,
): readonly string[] {
  const laws = originLawsOf(rules, campaign, place);
  return laws.length === 0
    ? campaign.phoneNumbers
    : campaign.phoneNumbers.filter((number) => !laws.some(({ barredOrigins }) => barredOrigins?.test(number)));
}

/**
 * Returns the country rules because of which none of the campaign's numbers may call people in `place`. Empty if a
 * number is allowed, or if the campaign has no numbers.
 */
export function findBarringCountryRules(
  rules: Pick<WorkspaceDialingRules, 'rulesOff'>,
  campaign: CallingCampaign,
  place: string,
): readonly OriginBarringRuleId[] {
  if (findAllowedOriginNumbers(rules, campaign, place).length > 0) return [];
  const barring = originLawsOf(rules, campaign, place).filter(({ barredOrigins }) =>
    campaign.phoneNumbers.some((number) => barredOrigins?.test(number)),
  );
  return originBarringRuleIds.filter((id) => barring.some((law) => law.id === id));
}

function originLawsOf(
  rules: Pick<WorkspaceDialingRules, 'rulesOff'>,
  { kind, exemptRules }: CallingCampaign,
  place: string,
): readonly Law[] {
  return findApplicableCountryRules(rules, kind, place).filter(
    ({ id, barredOrigins }) => barredOrigins && !exemptRules.includes(id),
  );
}
