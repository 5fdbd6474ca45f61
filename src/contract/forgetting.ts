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
   * do-not-call list. 409 `call_open` while a call with it goes on. Answers what was deleted.
   */
  forgetNumber: endpoint('forgetNumber', { access: admin, body: forgetNumberBody, response: forgettingScope }),
};
