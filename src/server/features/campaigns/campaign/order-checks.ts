/** Checks of a request to create a campaign that need the stored settings. Errors name the field to change. */
import type { CallingWindowSettings, CampaignCallingHours } from '../../../../contract/settings.ts';
import type { Tx } from '../../calls/index.ts';
import { findWorkspaceDialingRules } from '../../settings/index.ts';
import type { OriginBarringRuleId } from '../../../../contract/country-rules.ts';
import { deriveCountryZoneCallPermissionFacts } from '../rules/may-call.ts';
import { AppError } from '../../../platform/errors.ts';

/** Throws `invalid_input` if a campaign's calling window is not within the workspace's. */
export async function assertCallingWindowWithinWorkspaceHours(
  tx: Tx,
  workspaceId: string,
  own: CampaignCallingHours | null,
): Promise<void> {
  if (own === null) return;
  const rules = await findWorkspaceDialingRules(tx, workspaceId);
  if (!isCallingWindowWithinWorkspaceHours(own, rules?.callingWindow as CallingWindowSettings | undefined))
    throw createInvalidInputError('callingWindow', 'La franja de la campaña debe caber en la del workspace.');
}

const endOf = (to: string): string => (to === '00:00' ? '24:00' : to);

export function isCallingWindowWithinWorkspaceHours(
  own: CampaignCallingHours,
  whole: CallingWindowSettings | undefined,
): boolean {
  if (whole?.enabled === false) return true;
  return (
    whole !== undefined &&
    own.days.every((day) => whole.days.includes(day)) &&
    own.from >= whole.from &&
    endOf(own.to) <= endOf(whole.to)
  );
}

/** Returns the people whom none of the origin numbers may call, each with the first country rule that forbids it. */
export async function findPeopleBarredByRules<Person extends { readonly place: string }>(
  tx: Tx,
  workspaceId: string,
  campaign: Omit<Parameters<typeof deriveCountryZoneCallPermissionFacts>[1], 'callingWindow'>,
  people: readonly Person[],
): Promise<ReadonlyMap<Person, OriginBarringRuleId>> {
  const rules = await findWorkspaceDialingRules(tx, workspaceId);
  if (!rules) return new Map();
  const ruleOf = new Map(
    [...new Set(people.map(({ place }) => place))].map((place) => [
      place,
      deriveCountryZoneCallPermissionFacts(rules, { ...campaign, callingWindow: null }, place, rules.readAt).barredBy,
    ]),
  );
  return new Map(
    people.flatMap((person): [Person, OriginBarringRuleId][] => {
      const rule = ruleOf.get(person.place) ?? null;
      return rule === null ? [] : [[person, rule]];
    }),
  );
}

export function countPeopleByOriginBarringRule(
  rules: Iterable<OriginBarringRuleId>,
): { readonly rule: OriginBarringRuleId; readonly count: number }[] {
  return [...Map.groupBy(rules, (rule) => rule)].map(([rule, { length: count }]) => ({ rule, count }));
}

export function createInvalidInputError(path: string, message: string): AppError {
  return new AppError('invalid_input', { message, details: [{ path, message }] });
}
