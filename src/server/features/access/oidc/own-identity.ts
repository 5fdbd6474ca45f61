/** Links a user to an account at the OIDC provider. Users link themselves with their password; admins link others. */
import type { Kysely } from 'kysely';
import type { UserAccount } from '../../../../contract/access.ts';
import type { LinkedIdentityStatus } from '../../../../contract/single-sign-on.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor, SelfServiceActor } from '../actor.ts';
import { getVisibleUser, lockUserWithRights } from '../people/manage-users.ts';
import type { OwnPasswordChecker } from '../sign-in/own-password.ts';
import {
  deleteUserOidcSessions,
  findUserOidcIdentity,
  linkOidcIdentity,
  unlinkOidcIdentity,
} from '../stores/oidc-store.ts';
import { deleteUserSignInChallenges } from '../stores/second-factor-store.ts';
import { findUserCredentials, lockUser } from '../stores/user-store.ts';
import type { SingleSignOn } from './sign-on.ts';

export interface OidcIdentityLinkManagerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly issuer: string;
  readonly providerName: string;
  readonly signOn: SingleSignOn;
  readonly checkOwnPassword: OwnPasswordChecker;
}

export interface OidcIdentityLinkManager {
  read(userId: string): Promise<LinkedIdentityStatus>;
  /** Starts linking an OIDC identity to the user. Throws `wrong_password`, `too_many_attempts` or `OidcFailure`. */
  beginLink(by: SelfServiceActor, currentPassword: string): ReturnType<SingleSignOn['begin']>;
  unlink(by: SelfServiceActor, currentPassword: string): Promise<void>;
  /**
   * Links a user to the identity `subject`, or unlinks them if it is null. Throws `not_found`, `forbidden` if the
   * caller may not set the user's password, and `conflict` if the identity is another user's.
   */
  set(by: Actor, userId: string, subject: string | null): Promise<UserAccount>;
}

const taken = 'Esa identidad ya está vinculada a otra persona.';
const identityForbidden = 'Solo puede vincular una identidad quien puede cambiar la contraseña de esta persona.';
const notLinked = 'Todavía no hay una identidad vinculada.';

export function createOidcIdentityLinkManager(deps: OidcIdentityLinkManagerDeps): OidcIdentityLinkManager {
  const { db, clock, events, audit, issuer, signOn, checkOwnPassword } = deps;
  return {
    async read(userId) {
      const [identity, user] = await Promise.all([
        findUserOidcIdentity(db, userId),
        findUserCredentials(db, { id: userId }),
      ]);
      return {
        provider: deps.providerName,
        linkedAt: identity?.linkedAt.toISOString() ?? null,
        subject: identity?.subject ?? null,
        canUnlink: identity !== null && (user?.passwordHash ?? null) !== null,
      };
    },
    async beginLink(by, currentPassword) {
      await checkOwnPassword(by, currentPassword);
      return signOn.begin('/', by);
    },
    async unlink(by, currentPassword) {
      await checkOwnPassword(by, currentPassword);
      const { userId, username, address } = by;
      await db.transaction().execute(async (tx) => {
        const user = await lockUser(tx, userId);
        if (!user || !(await unlinkOidcIdentity(tx, userId))) throw new AppError('conflict', { message: notLinked });
        await deleteUserSignInChallenges(tx, userId);
        const about = { userId, username, address, workspaceId: user.homeWorkspaceId, target: userId };
        await audit.record({ ...about, action: 'user.identity_unlinked', details: { username: user.username } }, tx);
      });
    },
    async set(by, userId, subject) {
      const ended: string[] = [];
      const changed = await db.transaction().execute(async (tx) => {
        const { user, rights } = await lockUserWithRights(tx, by.userId, userId);
        if (!rights.canSetPassword) throw new AppError('forbidden', { message: identityForbidden });
        const isDone =
          subject === null
            ? await unlinkOidcIdentity(tx, userId)
            : await linkOidcIdentity(tx, userId, { issuer, subject }, { at: clock.now(), byAdmin: true });
        if (!isDone) throw new AppError('conflict', { message: subject === null ? notLinked : taken });
        // End the user's unfinished sign-ins and OIDC sessions, because they belong to the previously linked identity.
        await deleteUserSignInChallenges(tx, userId);
        ended.push(...(await deleteUserOidcSessions(tx, userId)));
        const about = { ...by, workspaceId: user.homeWorkspaceId, target: userId };
        const details = { username: user.username, ...(subject !== null && { subject }) };
        const action = subject === null ? 'user.identity_unlinked' : 'user.identity_linked';
        await audit.record({ ...about, action, details }, tx);
        return getVisibleUser(tx, by.userId, userId);
      });
      if (ended.length > 0) events.emit('sessions.changed', { sessionIds: ended });
      return changed;
    },
  };
}
