/** API endpoints and schemas for the phone numbers from which campaigns call: their use and their answer rate. */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { numberBoundAgentSchema } from './agents.ts';
import { campaignStatuses } from './campaigns.ts';
import { defineEndpoint } from './endpoint.ts';
import { calendarDaySchema } from './inputs.ts';
import { internationalNumberPattern } from '../phone/international-format.ts';
import { phoneNumberDisplaySchema } from './shown-number.ts';

/**
 * A phone number's campaign calls on one day of the workspace's time zone. `calls`: placed or possibly placed calls,
 * which count towards the daily limit. `over`: finished calls. `answered`: finished calls that were connected.
 */
export const phoneNumberDayUsageSchema = z.object({
  day: calendarDaySchema,
  calls: z.number().int(),
  over: z.number().int(),
  answered: z.number().int(),
});
export type PhoneNumberDayUsage = z.infer<typeof phoneNumberDayUsageSchema>;

export const phoneNumberUsageSchema = z.object({
  phoneNumber: z.string(),
  phoneNumberShown: phoneNumberDisplaySchema,
  nickname: z.string().nullable(),
  /** Agents that handle the phone number's outbound calls. Null if the provider has not listed the number. */
  agents: z.array(numberBoundAgentSchema).nullable(),
  /** The phone number's campaign calls on each of the last seven days; today is the last. */
  days: z.array(phoneNumberDayUsageSchema),
  /** True if the number reached today's cap. */
  isCapped: z.boolean(),
  /**
   * Time at which the number was set aside because few people answered its calls; null if it is not set aside.
   * Campaigns use such a number only if all their origin numbers are set aside.
   */
  setAsideAt: z.iso.datetime().nullable(),
  /** Campaigns that call from the phone number and still have people to call, newest first. */
  campaigns: z.array(z.object({ id: uuidSchema, name: z.string(), status: z.enum(campaignStatuses) })),
});
export type PhoneNumberUsage = z.infer<typeof phoneNumberUsageSchema>;

const editor = { role: 'editor', workspace: 'current' } as const;

export const phoneNumbersEndpoints = {
  /**
   * Lists the phone numbers of the provider account and of campaigns. `cap`: maximum of calls per number and day; 0: no
   * limit.
   */
  listNumbers: defineEndpoint('listNumbers', {
    access: editor,
    response: z.object({ cap: z.number().int(), numbers: z.array(phoneNumberUsageSchema) }),
  }),
  /**
   * Ends the exclusion of a phone number that was set aside because few people answered its calls. Its answer rate then
   * counts only later calls. Writes an entry to the audit log.
   */
  takeBackNumber: defineEndpoint('takeBackNumber', {
    access: editor,
    params: z.object({ number: z.string().regex(internationalNumberPattern, 'Número inválido') }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
