/** The numbers that campaigns call from: their use, their answer rate, and whether they are set aside. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { boundAgent } from './agents.ts';
import { campaignStatuses } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { day } from './inputs.ts';
import { internationalFormat } from '../phone/international-format.ts';
import { shownNumber } from './shown-number.ts';

/**
 * Campaign calls from a number on one day of the workspace's time zone. `calls`: placed or possibly placed, limited by
 * the cap. `over`: finished calls, of which `answered` were connected.
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
  /** Agents of the phone number's outbound calls. Null if the provider does not list it or was not asked yet. */
  agents: z.array(boundAgent).nullable(),
  /** The phone number's campaign calls of the last seven days, oldest first, with today last. */
  days: z.array(numberDay),
  /** True if the number reached today's cap. */
  isCapped: z.boolean(),
  /** When the phone number was set aside because few people answer it. Campaigns with other numbers then skip it. */
  setAsideAt: z.iso.datetime().nullable(),
  /** Campaigns that call from the phone number and have not called everybody yet, newest first. */
  campaigns: z.array(z.object({ id: uuid, name: z.string(), status: z.enum(campaignStatuses) })),
});
export type NumberUsage = z.infer<typeof numberUsage>;

const editor = { role: 'editor', workspace: 'current' } as const;

export const numbersEndpoints = {
  /** Lists phone numbers of the account and of campaigns. `cap` is the most calls per number and day; 0: no limit. */
  listNumbers: endpoint('listNumbers', {
    access: editor,
    response: z.object({ cap: z.number().int(), numbers: z.array(numberUsage) }),
  }),
  /** Puts a set-aside phone number back into use. Only its calls from now on are judged. Audited. */
  takeBackNumber: endpoint('takeBackNumber', {
    access: editor,
    params: z.object({ number: z.string().regex(internationalFormat, 'Número inválido') }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
