/** API endpoints for mailed links, which confirm an address, replace a forgotten password or set a first password. */
import { z } from 'zod';
import { accountInvitationSchema, loginBodySchema, newPasswordSchema, uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';

export const mailLinkPurposes = ['confirm', 'recover', 'invite'] as const;
export type MailLinkPurpose = (typeof mailLinkPurposes)[number];
/** Purposes of links that set a password. */
export const passwordLinkPurposes = ['recover', 'invite'] as const satisfies readonly MailLinkPurpose[];

/** The link's fragment. */
const token = z.string().min(1).max(100);

/** The signed-in user's e-mail address. `canSend` is true if this server can send mail. */
export const ownEmailStatusSchema = z.object({
  email: z.string().nullable(),
  confirmedAt: z.iso.datetime().nullable(),
  canSend: z.boolean(),
});
export type OwnEmailStatus = z.infer<typeof ownEmailStatusSchema>;

/** Purpose of a mailed link that sets a password, and the username of the link's account. */
export const passwordLinkInfoSchema = z.object({ purpose: z.enum(passwordLinkPurposes), username: z.string() });
export type PasswordLinkInfo = z.infer<typeof passwordLinkInfoSchema>;

export const passwordByLinkBodySchema = z.object({ token, password: newPasswordSchema });

export const mailLinksEndpoints = {
  /** Requests a mail with a password reset link. Response and duration are the same for unknown usernames. */
  askRecovery: defineEndpoint('askRecovery', {
    access: 'public',
    body: loginBodySchema.pick({ username: true }),
    response: z.object({ ok: z.literal(true) }),
  }),
  /** Reads the link without using it up. */
  readPasswordLink: defineEndpoint('readPasswordLink', {
    access: 'public',
    body: z.object({ token }),
    response: passwordLinkInfoSchema,
  }),
  /**
   * Sets the account's password and ends all of its sessions. It starts no new session, so that a second factor is not
   * skipped.
   */
  setPasswordByLink: defineEndpoint('setPasswordByLink', {
    access: 'public',
    body: passwordByLinkBodySchema,
    response: z.object({ username: z.string() }),
  }),
  getOwnEmail: defineEndpoint('getOwnEmail', { access: 'signedIn', response: ownEmailStatusSchema }),
  /** Mails a link with which the signed-in user confirms their e-mail address. At most three an hour. */
  sendEmailLink: defineEndpoint('sendEmailLink', { access: 'signedIn', response: z.object({ sentTo: z.string() }) }),
  /** Confirms an e-mail address by a mailed link. Works only in a session of the user to whom the address belongs. */
  confirmEmail: defineEndpoint('confirmEmail', {
    access: 'signedIn',
    body: z.object({ token }),
    response: ownEmailStatusSchema,
  }),
  /** Sends a new invitation to a user who has no password and never signed in. Earlier invitations become invalid. */
  inviteUser: defineEndpoint('inviteUser', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuidSchema }),
    response: accountInvitationSchema,
  }),
};
