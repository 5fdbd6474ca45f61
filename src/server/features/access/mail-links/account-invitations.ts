/**
 * Invitations to set an account's first password. The link goes to the email address that the admin typed, even if it
 * is not confirmed, because the account was never used. If no email can be sent, the admin gets the link to pass it on.
 */
import type { Transaction } from 'kysely';
import type { AccountInvitation } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ServerConfig } from '../../../platform/config.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import { assertPasswordSignInAllowed } from '../sign-in/offered-ways.ts';
import { findMailLinkAddressee, voidMailLinks } from '../stores/mail-link-store.ts';
import type { AccountMailQueue } from './account-mails.ts';
import { createMailLink } from './links.ts';

export interface AccountInviterDeps {
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly mails: AccountMailQueue;
  readonly config: Pick<ServerConfig, 'oidc'>;
}

export interface InvitableUser {
  readonly id: string;
  readonly username: string;
  readonly isActive: boolean;
  readonly homeWorkspaceId: string | null;
}

/**
 * Function that creates and emails the link of an account invitation, and voids earlier invitations. The caller has
 * locked the user's row and checked the rights. Throws `conflict` if the user has signed in, has a password or is
 * inactive, or if sign-in by password is off, and `too_many_requests` after three emails in an hour.
 */
export type InviteAccount = (
  tx: Transaction<DatabaseSchema>,
  by: Actor,
  user: InvitableUser,
) => Promise<AccountInvitation>;

const notInvited = 'Esta persona ya tiene una contraseña o ya inició sesión.';
const inactive = 'La cuenta está inactiva: actívala antes de enviar la invitación.';
const tooMany = 'Ya se enviaron tres invitaciones a esta persona en la última hora. Intenta más tarde.';

export function createAccountInviter({ clock, audit, mails, config }: AccountInviterDeps): InviteAccount {
  return async (tx, { userId, username, address }, user) => {
    await assertPasswordSignInAllowed(tx, config.oidc);
    if (!user.isActive) throw new AppError('conflict', { message: inactive });
    const invited = await findMailLinkAddressee(tx, user.id);
    if (!invited?.awaitsPassword) throw new AppError('conflict', { message: notInvited });
    const email = mails.canSendLinks ? invited.email : null;
    await voidMailLinks(tx, user.id, ['invite']);
    const made = await createMailLink(tx, clock, { userId: user.id, purpose: 'invite', email });
    if ('waitMs' in made)
      throw new AppError('too_many_requests', { message: tooMany, retryAfterSeconds: Math.ceil(made.waitMs / 1_000) });
    const about = { userId, username, address, workspaceId: user.homeWorkspaceId, target: user.id };
    await audit.record({ ...about, action: 'user.invited', details: { username: user.username, email } }, tx);
    if (email === null) return { sentTo: null, token: made.token };
    await mails.send(tx, { kind: 'invite', to: email, username: user.username, token: made.token });
    return { sentTo: email, token: null };
  };
}
