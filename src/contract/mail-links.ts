/** Links by mail: an address that is confirmed, a password that was forgotten, and the first password of an account. */
import { z } from 'zod';
import { accountInvitation, loginBody, newPassword, uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

export const mailLinkPurposes = ['confirm', 'recover', 'invite'] as const;
export type MailLinkPurpose = (typeof mailLinkPurposes)[number];
/** Links for these set a password. */
export const passwordLinkPurposes = ['recover', 'invite'] as const satisfies readonly MailLinkPurpose[];

/** The link's fragment. */
const token = z.string().min(1).max(100);

/** The caller's own address. `canSend`: this server sends links by mail. */
export const ownEmail = z.object({
  email: z.string().nullable(),
  confirmedAt: z.iso.datetime().nullable(),
  canSend: z.boolean(),
});
export type OwnEmail = z.infer<typeof ownEmail>;

/** Purpose and account of a link that sets a password. */
export const passwordLink = z.object({ purpose: z.enum(passwordLinkPurposes), username: z.string() });
export type PasswordLink = z.infer<typeof passwordLink>;

export const passwordByLinkBody = z.object({ token, password: newPassword });

export const mailLinksEndpoints = {
  /** Answers alike for every name, and as fast: whether a link is sent is decided later. */
  askRecovery: endpoint('askRecovery', {
    access: 'public',
    body: loginBody.pick({ username: true }),
    response: z.object({ ok: z.literal(true) }),
  }),
  /** Leaves the link as it is. */
  readPasswordLink: endpoint('readPasswordLink', {
    access: 'public',
    body: z.object({ token }),
    response: passwordLink,
  }),
  /** Ends all sessions of the account and makes none: the person signs in, with their second factor where they have one. */
  setPasswordByLink: endpoint('setPasswordByLink', {
    access: 'public',
    body: passwordByLinkBody,
    response: z.object({ username: z.string() }),
  }),
  getOwnEmail: endpoint('getOwnEmail', { access: 'signedIn', response: ownEmail }),
  /** Mails a link that confirms the address; at most three an hour. */
  sendEmailLink: endpoint('sendEmailLink', { access: 'signedIn', response: z.object({ sentTo: z.string() }) }),
  /** Works only in a session of the person whose address it is. */
  confirmEmail: endpoint('confirmEmail', { access: 'signedIn', body: z.object({ token }), response: ownEmail }),
  /** A new invitation for an account that has no password and never signed in. Earlier ones are void. */
  inviteUser: endpoint('inviteUser', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuid }),
    response: accountInvitation,
  }),
};
