/** Sets an account's first or forgotten password by an emailed link. The user must then sign in as usual. */
import type { Kysely, Transaction } from 'kysely';
import type { PasswordLinkInfo } from '../../../../contract/mail-links.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ServerConfig } from '../../../platform/config.ts';
import { computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import { assertGoodPassword } from '../sign-in/new-password.ts';
import { assertPasswordSignInAllowed } from '../sign-in/offered-ways.ts';
import { hashPassword } from '../sign-in/password.ts';
import {
  markUserEmailConfirmed,
  findMailLinkAddressee,
  findMailLink,
  consumeMailLink,
  type MailLink,
} from '../stores/mail-link-store.ts';
import { deleteUserSessions } from '../stores/session-store.ts';
import { lockUser, setPasswordHashAndVoidLinks, findUserCredentials } from '../stores/user-store.ts';
import type { AccountMailQueue } from './account-mails.ts';

export interface PasswordLinkServiceDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly mails: Pick<AccountMailQueue, 'notify'>;
  readonly config: Pick<ServerConfig, 'oidc'>;
}

/** Links that set a password. Methods throw `link_over` (invalid link), or `conflict` if sign-in by password is off. */
export interface PasswordLinkService {
  read(token: string): Promise<PasswordLinkInfo>;
  /** Sets a password, ends the user's sessions and voids their emailed links. Throws `invalid_input` if it is weak. */
  setPassword(given: {
    readonly token: string;
    readonly password: string;
    readonly address: string;
  }): Promise<{ username: string }>;
}

export function createPasswordLinkService({
  db,
  clock,
  events,
  audit,
  mails,
  config,
}: PasswordLinkServiceDeps): PasswordLinkService {
  /** Finds a password link. Throws `link_over` if it is invalid or the user can't use it any more. */
  async function find(tokenHash: string): Promise<MailLink & PasswordLinkInfo> {
    await assertPasswordSignInAllowed(db, config.oidc);
    const link = await findMailLink(db, tokenHash, clock.now());
    const user = link && (await findUserCredentials(db, { id: link.userId }));
    if (!user?.isActive || link?.purpose === 'confirm' || !link || !(await works(db, link)))
      throw new AppError('link_over');
    return { ...link, purpose: link.purpose, username: user.username };
  }

  return {
    async read(token) {
      const { purpose, username } = await find(computeSha256Hex(token));
      return { purpose, username };
    },
    async setPassword({ token, password, address }) {
      const tokenHash = computeSha256Hex(token);
      const { userId, purpose, username } = await find(tokenHash);
      assertGoodPassword(password, username, 'password');
      const passwordHash = await hashPassword(password);
      const ended = await db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userId);
        const link = await consumeMailLink(tx, tokenHash, { userId, purpose, now: clock.now() });
        if (!user?.isActive || !link || !(await works(tx, link))) throw new AppError('link_over');
        await setPasswordHashAndVoidLinks(tx, userId, passwordHash);
        if (purpose === 'invite' && link.email !== null) await markUserEmailConfirmed(tx, userId, clock.now());
        const about = { workspaceId: user.homeWorkspaceId, userId, username: user.username, address, target: userId };
        const action = purpose === 'invite' ? 'user.invitation_used' : 'user.password_recovered';
        await audit.record({ ...about, action, details: { username: user.username } }, tx);
        await mails.notify(tx, user, 'newPassword');
        return deleteUserSessions(tx, userId, null);
      });
      if (ended.length > 0) events.emit('sessions.changed', { sessionIds: ended });
      return { username };
    },
  };
}

/**
 * True if an emailed link is still valid for its account. An invitation requires that the account still waits for its
 * first password. A recovery link requires a password and a confirmed email address. If the link was emailed, the
 * account must still have the same email address.
 */
async function works(
  db: Kysely<DatabaseSchema> | Transaction<DatabaseSchema>,
  { userId, purpose, email }: MailLink,
): Promise<boolean> {
  const now = await findMailLinkAddressee(db, userId);
  if (!now || (email !== null && email !== now.email)) return false;
  return purpose === 'invite' ? now.awaitsPassword : now.hasPassword && now.confirmedAt !== null;
}
