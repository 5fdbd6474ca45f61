/**
 * The right to be forgotten: an admin deletes a person's data in the workspace, by call or by number. The figures stay;
 * the call remains without anything that names or quotes anybody.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { callParams } from './inputs.ts';
import { shownNumber } from './shown-number.ts';

const admin = { role: 'admin', workspace: 'current' } as const;

/** The number as a person writes it. An unreadable number gets 400. */
export const forgetNumberBody = z.object({ phoneNumber: z.string().trim().min(1, 'El número es requerido').max(60) });

export const forgettingScope = z.object({
  /** The number as it was understood, for display. */
  phoneNumberShown: shownNumber,
  /** Calls with the number whose data are deleted. */
  calls: z.number().int(),
  /** Live calls with the number, which must end first. */
  openCalls: z.number().int(),
  /** Campaign recipients with the number, including those not dialled yet. */
  recipients: z.number().int(),
});
export type ForgettingScope = z.infer<typeof forgettingScope>;

export const forgottenScope = forgettingScope.extend({
  /** The provider's contacts of the number, which a job empties. Null if the API key may not read contacts. */
  contacts: z.number().int().nullable(),
});
export type ForgottenScope = z.infer<typeof forgottenScope>;

/** A forgotten number's contact at the provider that is not emptied yet. */
export const contactToEmpty = z.object({
  /** At the provider. */
  contactId: z.string(),
  orderedAt: z.string(),
  /** The reason why the last try failed. crm: the provider syncs the contact with a CRM. Null if no try failed. */
  refusal: z.enum(['crm', 'other']).nullable(),
});
export type ContactToEmpty = z.infer<typeof contactToEmpty>;

export const forgettingEndpoints = {
  /** Deletes a call's personal data here and, by a job, at the provider. 409 `call_open`. Repeating changes nothing. */
  forgetCall: endpoint('forgetCall', { access: admin, params: callParams, status: 204 }),
  /** The data that `forgetNumber` would delete. A POST, so that the number is in no URL. */
  previewForgetting: endpoint('previewForgetting', {
    access: admin,
    body: forgetNumberBody,
    response: forgettingScope,
  }),
  /**
   * Deletes the workspace's data of a number and never dials it again; only a digest stays on the do-not-call list. 409
   * `call_open` during a call with it. Returns the deleted amounts. The provider's contact, shared by its whole
   * organisation, is emptied too.
   */
  forgetNumber: endpoint('forgetNumber', { access: admin, body: forgetNumberBody, response: forgottenScope }),
  /** Contacts that the provider has not emptied yet, at most a hundred. Each is retried until it succeeds. */
  listContactsToEmpty: endpoint('listContactsToEmpty', { access: admin, response: z.array(contactToEmpty) }),
};
