/** Which rules of a country hold for a campaign's people there, and from which of its numbers they may be called. Pure. */
import { campaignKinds, countryRuleIds, ruleOf, type CountryRule } from '../../../../contract/country-rules.ts';
import type { DialingRules } from '../../settings/index.ts';
import { readPlace } from './phone-place.ts';

interface CallingCampaign {
  /** Null: the rules of all kinds hold. One that is not known, too. */
  readonly kind: string | null;
  readonly phoneNumbers: readonly string[];
}

export function lawsOf(
  { rulesOff }: Pick<DialingRules, 'rulesOff'>,
  kind: string | null,
  place: string,
): readonly CountryRule[] {
  const { country } = readPlace(place);
  const isKnown = campaignKinds.some((each) => each === kind);
  return countryRuleIds
    .filter((id) => !rulesOff.includes(id))
    .map(ruleOf)
    .filter((rule) => rule.country === country && (!isKnown || rule.kinds.some((each) => each === kind)));
}

/** Of the campaign's numbers, those from which people of that place may be called; none: they are not called, as things are set. */
export function numbersFor(
  rules: Pick<DialingRules, 'rulesOff'>,
  { kind, phoneNumbers }: CallingCampaign,
  place: string,
): readonly string[] {
  const barred = lawsOf(rules, kind, place).flatMap(({ barredOrigins }) => barredOrigins ?? []);
  return barred.length === 0 ? phoneNumbers : phoneNumbers.filter((number) => !barred.some((bar) => bar.test(number)));
}
