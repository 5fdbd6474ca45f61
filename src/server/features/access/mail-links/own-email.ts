/** A user's own email address. Recovery links go there only after the user confirmed it while signed in. */
import type { Kysely } from 'kysely';
import type { OwnEmailStatus } from '../../../../contract/mail-links.ts';
import type { Clock } from '../../../platform/clock.ts';
import { computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import {
  markUserEmailConfirmed,
  findMailLinkAddressee,
  consumeMailLink,
  voidMailLinks,
} from '../stores/mail-link-store.ts';
import { lockUser } from '../stores/user-store.ts';
import type { AccountMailQueue } from './account-mails.ts';
import { createMailLink } from './links.ts';

export interface OwnEmailDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly mails: AccountMailQueue;
}

export interface OwnEmailManager {
  read(userId: string): Promise<OwnEmailStatus>;
  /**
   * Emails the user a link that confirms their address. @returns the address. Throws `conflict` if there is nothing to
   * confirm, or `too_many_requests`.
   */
  sendLink(by: Actor): Promise<string>;
  /**
   * Confirms the user's email address with the token of a mailed link. Throws `link_over` if the link is invalid or
   * belongs to another user. Another user's link stays valid.
   */
  confirm(by: Actor, token: string): Promise<OwnEmailStatus>;
}

const noAddress = 'Tu cuenta no tiene un email. Pide a quien administra tu workspace que lo agregue.';
const isConfirmed = 'Tu email ya está confirmado.';
const noServer = 'Este servidor no envía enlaces por email.';
const tooMany = 'Ya te enviamos tres enlaces en la última hora. Revisa tu correo o intenta más tarde.';

export function createOwnEmailManager({ db, clock, audit, mails }: OwnEmailDeps): OwnEmailManager {
  async function read(userId: string): Promise<OwnEmailStatus> {
    const { email = null, confirmedAt } = (await findMailLinkAddressee(db, userId)) ?? {};
    return { email, confirmedAt: confirmedAt?.toISOString() ?? null, canSend: mails.canSendLinks };
  }

  return {
    read,
    async sendLink({ userId, username, address }) {
      if (!mails.canSendLinks) throw new AppError('conflict', { message: noServer });
      return db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userId);
        if (!user?.isActive) throw new AppError('not_signed_in');
        const { email, confirmedAt } = (await findMailLinkAddressee(tx, userId)) ?? {};
        if (!email) throw new AppError('conflict', { message: noAddress });
        if (confirmedAt) throw new AppError('conflict', { message: isConfirmed });
        const made = await createMailLink(tx, clock, { userId, purpose: 'confirm', email });
        if ('waitMs' in made)
          throw new AppError('too_many_requests', {
            message: tooMany,
            retryAfterSeconds: Math.ceil(made.waitMs / 1_000),
          });
        await mails.send(tx, { kind: 'confirm', to: email, username: user.username, token: made.token });
        const about = { userId, username, address, workspaceId: user.homeWorkspaceId, target: userId };
        await audit.record({ ...about, action: 'user.email_link_sent', details: { username, email } }, tx);
        return email;
      });
    },
    async confirm({ userId, username, address }, token) {
      await db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userId);
        const link = await consumeMailLink(tx, computeSha256Hex(token), {
          userId,
          purpose: 'confirm',
          now: clock.now(),
        });
        if (!user?.isActive || !link || link.email !== user.email) throw new AppError('link_over');
        await markUserEmailConfirmed(tx, userId, clock.now());
        await voidMailLinks(tx, userId, ['confirm']);
        const about = { userId, username, address, workspaceId: user.homeWorkspaceId, target: userId };
        const details = { username: user.username, email: user.email };
        await audit.record({ ...about, action: 'user.email_confirmed', details }, tx);
      });
      return read(userId);
    },
  };
}
