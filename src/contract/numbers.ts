/** API endpoints and schemas for the phone numbers from which campaigns call: their use and their answer rate. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { boundAgent } from './agents.ts';
import { campaignStatuses } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { day } from './inputs.ts';
import { internationalFormat } from '../phone/international-format.ts';
import { shownNumber } from './shown-number.ts';

/**
 * A phone number's campaign calls on one day of the workspace's time zone. `calls`: placed or possibly placed; the
 * daily limit counts these. `over`: finished calls. `answered`: those of them that were connected.
 */
export const numberDay = z.object({
  day,
  calls: z.number().int(),
  over: z.number().int(),
  answered: z.number().int(),
});
export type NumberDay = z.infer<typeof numberDay>;

export const numberUsage = z.object({
  phoneNumber: z.string(),
  phoneNumberShown: shownNumber,
  nickname: z.string().nullable(),
  /** Agents that handle the phone number's outbound calls. Null if the provider has not listed the number. */
  agents: z.array(boundAgent).nullable(),
  /** The phone number's campaign calls on each of the last seven days; today is the last. */
  days: z.array(numberDay),
  /** True if the number reached today's cap. */
  isCapped: z.boolean(),
  /** When the number was set aside because few people answered it. Then campaigns use it only if they have no other. */
  setAsideAt: z.iso.datetime().nullable(),
  /** Campaigns that call from the phone number and still have people to call, newest first. */
  campaigns: z.array(z.object({ id: uuid, name: z.string(), status: z.enum(campaignStatuses) })),
});
export type NumberUsage = z.infer<typeof numberUsage>;

const editor = { role: 'editor', workspace: 'current' } as const;

export const numbersEndpoints = {
  /** Lists the account's and the campaigns' phone numbers. `cap`: maximum of calls per number and day; 0: no limit. */
  listNumbers: endpoint('listNumbers', {
    access: editor,
    response: z.object({ cap: z.number().int(), numbers: z.array(numberUsage) }),
  }),
  /** Lets campaigns use a set-aside phone number again. Only calls from now on count for its answer rate. Audited. */
  takeBackNumber: endpoint('takeBackNumber', {
    access: editor,
    params: z.object({ number: z.string().regex(internationalFormat, 'Número inválido') }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
