/** Signing in: limits first, then the password, then a fresh session in place of the browser's old one. */
import type { Kysely } from 'kysely';
import type { CurrentUser } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import { randomToken, sha256 } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { Audit } from '../../audit/index.ts';
import type { KnownDevices } from './known-devices.ts';
import type { PasswordAttempts } from './password-attempts.ts';
import { verifyPassword } from './password.ts';
import { deleteSession, insertSession } from '../stores/session-store.ts';
import { longestMs } from './sessions.ts';
import { findCredentials, noteSignIn, type Credentials } from '../stores/user-store.ts';

export interface SignInDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly attempts: PasswordAttempts;
  readonly devices: KnownDevices;
}

export interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  readonly address: string;
  readonly userAgent: string | null;
  /** The cookie that the browser still carries; that session ends when this sign-in succeeds. */
  readonly previousToken: string | null;
  /** As the browser carries it, if it does (known-devices.ts). */
  readonly deviceCookie: string | undefined;
}

export interface SignedIn {
  readonly token: string;
  /** By which the browser will be known. */
  readonly deviceCookie: string;
  readonly user: CurrentUser;
}

/** Throws `invalid_credentials` (alike for an unknown or inactive user), `too_many_attempts` or `too_many_requests`. */
export type SignIn = (attempt: SignInAttempt) => Promise<SignedIn>;

/** `verify` is told what it checks and answers in the same time for a user who does not exist (null). */
export function createSignIn(deps: SignInDeps, verify: typeof verifyPassword = verifyPassword): SignIn {
  const { db, audit, attempts, devices } = deps;

  return async (attempt) => {
    const { username, address, password, deviceCookie } = attempt;
    // Asked of whoever brings a cookie alone: a burst costs nothing before it waits.
    const deviceId =
      deviceCookie === undefined ? null : devices.recognise(deviceCookie, await findCredentials(db, username));
    const session = await attempts.run({ username, address, deviceId }, async () => {
      const known = await findCredentials(db, username);
      const matches = await verify(known?.passwordHash ?? null, password);
      const opened = known?.isActive && matches ? await openSession(deps, known, attempt) : null;
      if (!opened) {
        const details = deviceId === null ? {} : { knownDevice: true };
        await audit.record({
          workspaceId: null,
          userId: known?.id ?? null,
          username,
          action: 'session.refused',
          details,
          address,
        });
      }
      return opened;
    });
    if (!session) throw new AppError('invalid_credentials');
    return session;
  };
}

/** Null when the user changed since the password was looked at. */
async function openSession(deps: SignInDeps, user: Credentials, attempt: SignInAttempt): Promise<SignedIn | null> {
  const { db, clock, events, audit, devices } = deps;
  const { address, userAgent, previousToken } = attempt;
  const { id: userId, username, email, hasHome } = user;
  const token = randomToken();
  const startedAt = clock.now();
  const expiresAt = new Date(startedAt.getTime() + longestMs);
  const ended = await db.transaction().execute(async (tx) => {
    if (!(await noteSignIn(tx, user, startedAt))) return null;
    const previous = previousToken === null ? [] : await deleteSession(tx, { tokenHash: sha256(previousToken) });
    await insertSession(tx, { tokenHash: sha256(token), userId, startedAt, expiresAt, address, userAgent });
    await audit.record({ workspaceId: null, userId, username, action: 'session.started', address }, tx);
    return previous;
  });
  if (ended === null) return null;
  if (ended.length > 0) events.emit('sessions.changed', { sessionIds: ended });
  const deviceCookie = devices.remember(attempt.deviceCookie, user);
  return { token, deviceCookie, user: { id: userId, username, email, hasHome } };
}
