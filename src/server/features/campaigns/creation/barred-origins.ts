/** People whom the rules of their country keep from being called from any of a campaign's numbers. */
import type { Tx } from '../../calls/index.ts';
import { findDialingRules } from '../../settings/index.ts';
import { numbersFor } from '../place/place-laws.ts';

/** As the settings are. */
export async function findBarred<Person extends { readonly place: string }>(
  tx: Tx,
  workspaceId: string,
  campaign: Parameters<typeof numbersFor>[1],
  people: readonly Person[],
): Promise<readonly Person[]> {
  const rules = await findDialingRules(tx, workspaceId);
  return rules ? people.filter(({ place }) => numbersFor(rules, campaign, place).length === 0) : [];
}
