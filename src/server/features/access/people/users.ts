/** Creates users outside the console: the first one at startup, and the users of the demo and of tests. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Role } from '../../../../contract/endpoint.ts';
import { createRandomToken } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import { upsertMember } from '../stores/member-store.ts';
import { isCommonPassword } from '../sign-in/new-password.ts';
import { hashPassword } from '../sign-in/password.ts';
import { listUserSessionIds } from '../stores/session-store.ts';
import { hasUsers, insertUser, lockFirstUserCreation } from '../stores/user-store.ts';

export interface UserCreatorDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly events: EventBus;
  readonly audit: AuditLog;
  /** The first user's name and password (ADMIN_USERNAME, ADMIN_PASSWORD). If the password is null, one is generated. */
  readonly firstUser: { readonly username: string; readonly password: string | null };
}

export interface NewUserInput {
  readonly username: string;
  readonly password: string;
  readonly email?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  /** Id of the new user's home workspace, in which the user becomes an operator. */
  readonly homeWorkspaceId?: string | null;
}

/** The first user, created at the server's first start. `generatedPassword` is null if a password was configured. */
export interface FirstUser {
  readonly username: string;
  readonly generatedPassword: string | null;
}

export interface UserCreator {
  /** Creates the first user if there is none; otherwise returns null. Safe on several servers at once. */
  ensureFirstUser(): Promise<FirstUser | null>;
  /** Creates a user. @returns the user's id. Throws `conflict` if the name is taken. */
  createUser(order: NewUserInput): Promise<string>;
  /** Adds a member to a workspace or changes a member's role, with effect on their open sockets too. */
  addMember(workspaceId: string, userId: string, role: Role): Promise<void>;
}

export function createUserCreator({ db, log, events, audit, firstUser }: UserCreatorDeps): UserCreator {
  return {
    async ensureFirstUser() {
      if (await hasUsers(db)) return null;
      const { username } = firstUser;
      const password = firstUser.password ?? createRandomToken(12);
      if (firstUser.password !== null && isCommonPassword(password))
        log.warn('ADMIN_PASSWORD is one of the commonest passwords: change it after the first sign-in');
      const passwordHash = await hashPassword(password);
      return db.transaction().execute(async (tx) => {
        await lockFirstUserCreation(tx);
        if (await hasUsers(tx)) return null;
        const blank = { email: null, firstName: null, lastName: null, homeWorkspaceId: null };
        const target = await insertUser(tx, { username, passwordHash, ...blank });
        const nobody = { workspaceId: null, userId: null, username: null, address: null };
        await audit.record({ ...nobody, action: 'user.created', target, details: { username } }, tx);
        return { username, generatedPassword: firstUser.password === null ? password : null };
      });
    },
    async createUser({ username, password, email = null, firstName = null, lastName = null, homeWorkspaceId = null }) {
      const passwordHash = await hashPassword(password);
      return db.transaction().execute(async (tx) => {
        const id = await insertUser(tx, { username, passwordHash, email, firstName, lastName, homeWorkspaceId });
        if (homeWorkspaceId !== null) await upsertMember(tx, homeWorkspaceId, id, 'operator');
        return id;
      });
    },
    async addMember(workspaceId, userId, role) {
      await upsertMember(db, workspaceId, userId, role);
      const sessionIds = await listUserSessionIds(db, userId);
      if (sessionIds.length > 0) events.emit('sessions.changed', { sessionIds });
    },
  };
}
