/**
 * API endpoints for the right to be forgotten. An admin erases a person's data in the workspace, by call or by phone
 * number. The calls still count in statistics, without anything that names or quotes the person.
 */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { callPathParamsSchema } from './inputs.ts';
import { phoneNumberDisplaySchema } from './shown-number.ts';

const admin = { role: 'admin', workspace: 'current' } as const;

/** Phone number whose data are to be erased, in any spelling. 400 if it can't be read as a number. */
export const forgetNumberBodySchema = z.object({
  phoneNumber: z.string().trim().min(1, 'El número es requerido').max(60),
});

export const forgettingPreviewSchema = z.object({
  /** The phone number as the server understood it, formatted for display. */
  phoneNumberShown: phoneNumberDisplaySchema,
  /** Number of calls with this phone number, whose personal data are to be erased. */
  calls: z.number().int(),
  /** Number of live calls with this phone number. They must end before the data can be erased. */
  openCalls: z.number().int(),
  /** Number of campaign recipients with this phone number, including people not called yet. */
  recipients: z.number().int(),
});
export type ForgettingPreview = z.infer<typeof forgettingPreviewSchema>;

export const forgettingResultSchema = forgettingPreviewSchema.extend({
  /**
   * Number of provider contacts with this phone number, whose data a job will delete next. Null if the API key may not
   * read contacts.
   */
  contacts: z.number().int().nullable(),
});
export type ForgettingResult = z.infer<typeof forgettingResultSchema>;

/** A contact at the provider that belongs to an erased phone number and is not emptied yet. */
export const providerContactToEraseSchema = z.object({
  /** At the provider. */
  contactId: z.string(),
  orderedAt: z.string(),
  /**
   * Reason why the last attempt to erase the contact at the provider failed. 'crm': the provider syncs the contact with
   * a CRM. Null if no attempt failed.
   */
  refusal: z.enum(['crm', 'other']).nullable(),
});
export type ProviderContactToErase = z.infer<typeof providerContactToEraseSchema>;

export const forgettingEndpoints = {
  /**
   * Erases a call's personal data in the console at once, and at the provider by a job. 409 `call_open` if the call is
   * in progress. May be repeated.
   */
  forgetCall: defineEndpoint('forgetCall', { access: admin, params: callPathParamsSchema, status: 204 }),
  /**
   * Counts the data that `eraseNumberData` would erase. POST instead of GET, so that no URL contains the phone number.
   */
  previewForgetting: defineEndpoint('previewForgetting', {
    access: admin,
    body: forgetNumberBodySchema,
    response: forgettingPreviewSchema,
  }),
  /**
   * Erases the workspace's data about a phone number, and adds the number's digest to the do-not-call list, so that no
   * campaign dials it. A job empties the number's contact at the provider, which all users of the provider's
   * organisation share. Returns how much was erased. 409 `call_open` during a call with this number.
   */
  forgetNumber: defineEndpoint('forgetNumber', {
    access: admin,
    body: forgetNumberBodySchema,
    response: forgettingResultSchema,
  }),
  /**
   * Lists the contacts that must still be emptied at the provider because their person was erased, at most 100. A job
   * retries each contact.
   */
  listContactsToEmpty: defineEndpoint('listContactsToEmpty', {
    access: admin,
    response: z.array(providerContactToEraseSchema),
  }),
};
