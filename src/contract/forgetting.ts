/**
 * The right to be forgotten: an admin deletes what the workspace holds of a person, by call or by number. The figures stay:
 * the call remains without anything that names or quotes anybody.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { callParams } from './inputs.ts';
import { shownNumber } from './shown-number.ts';

const admin = { role: 'admin', workspace: 'current' } as const;

/** As a person writes it; what is no number answers 400. */
export const forgetNumberBody = z.object({ phoneNumber: z.string().trim().min(1, 'El número es requerido').max(60) });

export const forgettingScope = z.object({
  /** The number as it was read, for display. */
  phoneNumberShown: shownNumber,
  /** Calls with the number whose data go. */
  calls: z.number().int(),
  /** Calls with it under way: they must end first. */
  openCalls: z.number().int(),
  /** Recipients of campaigns with it, those not dialled yet included. */
  recipients: z.number().int(),
});
export type ForgettingScope = z.infer<typeof forgettingScope>;

export const forgottenScope = forgettingScope.extend({
  /** Contacts of the number at the provider, which are emptied by a job. Null: the API key may not read contacts. */
  contacts: z.number().int().nullable(),
});
export type ForgottenScope = z.infer<typeof forgottenScope>;

/** A contact at the provider of a forgotten number that is not empty yet. */
export const contactToEmpty = z.object({
  /** At the provider. */
  contactId: z.string(),
  orderedAt: z.string(),
  /** Why the last try failed. crm: the provider keeps the contact in step with a CRM. Null: no try has failed. */
  refusal: z.enum(['crm', 'other']).nullable(),
});
export type ContactToEmpty = z.infer<typeof contactToEmpty>;

export const forgettingEndpoints = {
  /** Deletes what one call holds of people, here and, by a job, at the provider. 409 `call_open`; repeated, it changes nothing. */
  forgetCall: endpoint('forgetCall', { access: admin, params: callParams, status: 204 }),
  /** What `forgetNumber` would delete. A POST, so that the number stands in no address. */
  previewForgetting: endpoint('previewForgetting', {
    access: admin,
    body: forgetNumberBody,
    response: forgettingScope,
  }),
  /**
   * Deletes all that the workspace holds of a number, and never dials it again: of it only a digest stays on the
   * do-not-call list. 409 `call_open` while a call with it goes on. Answers what was deleted. The provider's contact of the number is
   * emptied too, for its whole organisation.
   */
  forgetNumber: endpoint('forgetNumber', { access: admin, body: forgetNumberBody, response: forgottenScope }),
  /** Contacts that the provider has not emptied yet, at most a hundred; each is tried again until it has. */
  listContactsToEmpty: endpoint('listContactsToEmpty', { access: admin, response: z.array(contactToEmpty) }),
};
