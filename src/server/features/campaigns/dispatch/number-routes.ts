/** Endpoints of the origin numbers, the phone numbers that campaigns call from. */
import { addDays } from '../../../../contract/calendar-days.ts';
import { phoneNumbersEndpoints, type PhoneNumberUsage } from '../../../../contract/numbers.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { formatPhoneNumber } from '../../../platform/shown-number.ts';
import type { AgentsFeature } from '../../agents/index.ts';
import { listUnfinishedCampaigns, readOriginNumberDailyUsage } from './number-store.ts';
import { returnOriginNumberToUse } from './set-aside.ts';

export type OriginNumberRouteDeps = Parameters<typeof returnOriginNumberToUse>[0] & {
  readonly agents: Pick<AgentsFeature, 'listPhoneNumbers'>;
};

export function registerOriginNumberRoutes(binder: EndpointBinder, deps: OriginNumberRouteDeps): void {
  binder.bind(phoneNumbersEndpoints.listNumbers, ({ workspaceId }) => listUsage(deps, workspaceId));
  binder.bind(phoneNumbersEndpoints.takeBackNumber, async ({ identity, workspaceId, params, request }) => {
    const { userId, username } = identity;
    await returnOriginNumberToUse(deps, { workspaceId, userId, username, address: request.ip }, params.number);
    return { ok: true as const };
  });
}

async function listUsage({ db, agents }: OriginNumberRouteDeps, workspaceId: string) {
  const listed = await agents.listPhoneNumbers(workspaceId).catch((error: unknown) => {
    // If the provider does not answer, list only the origin numbers that are stored here.
    if (error instanceof AppError) return [];
    throw error;
  });
  const campaigns = await listUnfinishedCampaigns(db, workspaceId);
  const ofAccount = new Map(listed.map((number) => [number.phone_number, number]));
  const numbers = [...new Set([...ofAccount.keys(), ...campaigns.flatMap(({ phoneNumbers }) => phoneNumbers)])];
  const { today, cap, setAside, days } = await readOriginNumberDailyUsage(db, workspaceId, numbers);
  const ofNumber = Map.groupBy(days, ({ phoneNumber }) => phoneNumber);
  const lastDays = [-6, -5, -4, -3, -2, -1, 0].map((back) => addDays(today, back));
  return {
    cap,
    numbers: numbers.toSorted().map((phoneNumber): PhoneNumberUsage => {
      const own = new Map(ofNumber.get(phoneNumber)?.map((each) => [each.day, each]));
      const since = setAside[phoneNumber];
      return {
        phoneNumber,
        phoneNumberShown: formatPhoneNumber(phoneNumber),
        nickname: ofAccount.get(phoneNumber)?.nickname ?? null,
        agents: ofAccount.get(phoneNumber)?.outbound_agents ?? null,
        days: lastDays.map((day) => {
          const { calls = 0, over = 0, answered = 0 } = own.get(day) ?? {};
          return { day, calls, over, answered };
        }),
        isCapped: cap > 0 && (own.get(today)?.calls ?? 0) >= cap,
        setAsideAt: since === undefined ? null : new Date(since).toISOString(),
        campaigns: campaigns
          .filter(({ phoneNumbers }) => phoneNumbers.includes(phoneNumber))
          .map(({ id, name, status }) => ({ id, name, status })),
      };
    }),
  };
}
