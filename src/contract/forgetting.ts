/**
 * The right to be forgotten: an admin deletes a person's data in the workspace, by call or by number. The figures stay;
 * the call remains without anything that names or quotes anybody.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { callParams } from './inputs.ts';
import { shownNumber } from './shown-number.ts';

const admin = { role: 'admin', workspace: 'current' } as const;

/** Phone number to forget, as a person writes it. A number that can't be read is answered with 400. */
export const forgetNumberBody = z.object({ phoneNumber: z.string().trim().min(1, 'El número es requerido').max(60) });

export const forgettingScope = z.object({
  /** The phone number to forget as it was understood, for display. */
  phoneNumberShown: shownNumber,
  /** Number of calls with this phone number, whose data are deleted. */
  calls: z.number().int(),
  /** Number of live calls with this phone number, which must end first. */
  openCalls: z.number().int(),
  /** Number of campaign recipients with this phone number, including those not dialled yet. */
  recipients: z.number().int(),
});
export type ForgettingScope = z.infer<typeof forgettingScope>;

export const forgottenScope = forgettingScope.extend({
  /** Number of the provider's contacts to be emptied by a job. Null if the API key may not read contacts. */
  contacts: z.number().int().nullable(),
});
export type ForgottenScope = z.infer<typeof forgottenScope>;

/** Contact at the provider whose phone number was forgotten and that is not emptied yet. */
export const contactToEmpty = z.object({
  /** At the provider. */
  contactId: z.string(),
  orderedAt: z.string(),
  /** Why the last try to empty the contact failed; null if none failed. crm: the provider syncs it with a CRM. */
  refusal: z.enum(['crm', 'other']).nullable(),
});
export type ContactToEmpty = z.infer<typeof contactToEmpty>;

export const forgettingEndpoints = {
  /** Deletes a call's personal data here and, by a job, at the provider. 409 `call_open`. Repeating changes nothing. */
  forgetCall: endpoint('forgetCall', { access: admin, params: callParams, status: 204 }),
  /** Returns the amount of data that `forgetNumber` would delete. A POST, so that the number is in no URL. */
  previewForgetting: endpoint('previewForgetting', {
    access: admin,
    body: forgetNumberBody,
    response: forgettingScope,
  }),
  /**
   * Deletes the workspace's data of a phone number and never dials it again; only a digest stays on the do-not-call
   * list. 409 `call_open` during a call with it. Returns the deleted amounts. The provider's contact, shared by its
   * whole organisation, is emptied too.
   */
  forgetNumber: endpoint('forgetNumber', { access: admin, body: forgetNumberBody, response: forgottenScope }),
  /** Lists forgotten people's contacts that the provider has not emptied yet, at most 100. Each is retried. */
  listContactsToEmpty: endpoint('listContactsToEmpty', { access: admin, response: z.array(contactToEmpty) }),
};
