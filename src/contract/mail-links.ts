/** Mailed links: they confirm an address, replace a forgotten password, or set an account's first password. */
import { z } from 'zod';
import { accountInvitation, loginBody, newPassword, uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

export const mailLinkPurposes = ['confirm', 'recover', 'invite'] as const;
export type MailLinkPurpose = (typeof mailLinkPurposes)[number];
/** Purposes of links that set a password. */
export const passwordLinkPurposes = ['recover', 'invite'] as const satisfies readonly MailLinkPurpose[];

/** The link's fragment. */
const token = z.string().min(1).max(100);

/** The caller's own e-mail address. `canSend` is true if this server can mail links. */
export const ownEmail = z.object({
  email: z.string().nullable(),
  confirmedAt: z.iso.datetime().nullable(),
  canSend: z.boolean(),
});
export type OwnEmail = z.infer<typeof ownEmail>;

/** Purpose and account of a mailed link that sets a password. */
export const passwordLink = z.object({ purpose: z.enum(passwordLinkPurposes), username: z.string() });
export type PasswordLink = z.infer<typeof passwordLink>;

export const passwordByLinkBody = z.object({ token, password: newPassword });

export const mailLinksEndpoints = {
  /** Requests a password reset link. Every username gets the same answer in the same time; mailing comes later. */
  askRecovery: endpoint('askRecovery', {
    access: 'public',
    body: loginBody.pick({ username: true }),
    response: z.object({ ok: z.literal(true) }),
  }),
  /** Reads the link without using it up. */
  readPasswordLink: endpoint('readPasswordLink', {
    access: 'public',
    body: z.object({ token }),
    response: passwordLink,
  }),
  /** Sets a password. Ends all sessions of the account and starts none, so that a second factor is still asked for. */
  setPasswordByLink: endpoint('setPasswordByLink', {
    access: 'public',
    body: passwordByLinkBody,
    response: z.object({ username: z.string() }),
  }),
  getOwnEmail: endpoint('getOwnEmail', { access: 'signedIn', response: ownEmail }),
  /** Mails a link that confirms the caller's e-mail address, at most three an hour. */
  sendEmailLink: endpoint('sendEmailLink', { access: 'signedIn', response: z.object({ sentTo: z.string() }) }),
  /** Confirms an e-mail address. Works only in a session of the user whose address it is. */
  confirmEmail: endpoint('confirmEmail', { access: 'signedIn', body: z.object({ token }), response: ownEmail }),
  /** Sends a new invitation to an account without password that never signed in. Earlier invitations become void. */
  inviteUser: endpoint('inviteUser', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuid }),
    response: accountInvitation,
  }),
};
