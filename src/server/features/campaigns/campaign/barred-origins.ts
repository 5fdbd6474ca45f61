/** People whom the rules of their country keep from being called from any of a campaign's numbers. */
import type { OriginRuleId } from '../../../../contract/country-rules.ts';
import type { Tx } from '../../calls/index.ts';
import { findDialingRules } from '../../settings/index.ts';
import { readPlaceFacts } from '../rules/may-call.ts';

/** Maps each barred person to the first rule that bars them under the current settings. */
export async function findBarred<Person extends { readonly place: string }>(
  tx: Tx,
  workspaceId: string,
  campaign: Omit<Parameters<typeof readPlaceFacts>[1], 'callingWindow'>,
  people: readonly Person[],
): Promise<ReadonlyMap<Person, OriginRuleId>> {
  const rules = await findDialingRules(tx, workspaceId);
  if (!rules) return new Map();
  const ruleOf = new Map(
    [...new Set(people.map(({ place }) => place))].map((place) => [
      place,
      readPlaceFacts(rules, { ...campaign, callingWindow: null }, place, rules.readAt).barredBy,
    ]),
  );
  return new Map(
    people.flatMap((person): [Person, OriginRuleId][] => {
      const rule = ruleOf.get(person.place) ?? null;
      return rule === null ? [] : [[person, rule]];
    }),
  );
}

/** The number of people that each rule bars. */
export function countByRule(rules: Iterable<OriginRuleId>): { readonly rule: OriginRuleId; readonly count: number }[] {
  return [...Map.groupBy(rules, (rule) => rule)].map(([rule, { length: count }]) => ({ rule, count }));
}
