/**
 * Signing in: limits first, then the password, then a fresh session in place of the browser's old one. An account with a second factor
 * gets its session only for a code; a browser that is known does not skip it.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { randomToken, sha256 } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import { errorMessages } from '../../../../labels/es.ts';
import type { Audit } from '../../audit/index.ts';
import { spendCode, type FactorVault } from '../second-factor/spend-code.ts';
import { findChallengedUser, hasSecondFactor, insertChallenge, takeChallenge } from '../stores/second-factor-store.ts';
import type { KnownDevices } from './known-devices.ts';
import type { PasswordAttempts } from './password-attempts.ts';
import { verifyPassword } from './password.ts';
import { deleteSession, insertSession } from '../stores/session-store.ts';
import { longestMs } from './sessions.ts';
import { findCredentials, holdCredentials, noteSignIn, type Credentials } from '../stores/user-store.ts';

export interface SignInDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly attempts: PasswordAttempts;
  readonly devices: KnownDevices;
  readonly vault: FactorVault;
}

/** Where a sign-in comes from. */
interface Browser {
  readonly address: string;
  readonly userAgent: string | null;
  /** The cookie that the browser still carries; that session ends when this sign-in succeeds. */
  readonly previousToken: string | null;
  /** As the browser carries it, if it does (known-devices.ts). */
  readonly deviceCookie: string | undefined;
}

export interface SignInAttempt extends Browser {
  readonly username: string;
  readonly password: string;
}

export interface CodeAttempt extends Browser {
  readonly challenge: string;
  readonly code: string;
}

export interface SignedIn {
  readonly token: string;
  /** By which the browser will be known. */
  readonly deviceCookie: string;
  readonly userId: string;
}

export interface SignIn {
  /**
   * Throws `invalid_credentials` (alike for an unknown or inactive user), `too_many_attempts` or `too_many_requests`.
   * @returns for an account with a second factor the challenge that `byCode` takes, once, within five minutes.
   */
  byPassword(attempt: SignInAttempt): Promise<SignedIn | { readonly challenge: string }>;
  /** A wrong code throws and counts as a wrong password does, and leaves the challenge. Throws `challenge_over` for none or a late one. */
  byCode(attempt: CodeAttempt): Promise<SignedIn>;
}

const challengeMs = 5 * 60_000;

/** `verify` is told what it checks and answers in the same time for a user who does not exist (null). */
export function createSignIn(deps: SignInDeps, verify: typeof verifyPassword = verifyPassword): SignIn {
  const { db, clock, audit, attempts, devices, vault } = deps;

  /** Runs `check` within the limits and answers its result. Null is a failure, which the audit log keeps. */
  async function attempt<T>(
    { username, address, deviceCookie }: Browser & { readonly username: string },
    check: (known: Credentials | null) => Promise<T | null>,
    marks: { readonly secondFactor?: true } = {},
  ): Promise<T | null> {
    // Asked of whoever brings a cookie alone: a burst costs nothing before it waits.
    const deviceId =
      deviceCookie === undefined ? null : devices.recognise(deviceCookie, await findCredentials(db, username));
    return attempts.run({ username, address, deviceId }, async () => {
      const known = await findCredentials(db, username);
      const done = await check(known);
      if (done === null) {
        const details = { ...marks, ...(deviceId !== null && { knownDevice: true }) };
        const userId = known?.id ?? null;
        await audit.record({ workspaceId: null, userId, username, action: 'session.refused', details, address });
      }
      return done;
    });
  }

  return {
    async byPassword(given) {
      const done = await attempt(given, async (known) => {
        const matches = await verify(known?.passwordHash ?? null, given.password);
        if (!known?.isActive || !matches) return null;
        return known.hasSecondFactor ? askCode(known) : openSession(deps, known, given);
      });
      if (!done) throw new AppError('invalid_credentials');
      return done;
    },
    async byCode({ challenge, code, ...browser }) {
      const tokenHash = sha256(challenge);
      const userId = await findChallengedUser(db, tokenHash, clock.now());
      const challenged = userId === null ? null : await findCredentials(db, { id: userId });
      if (!challenged) throw new AppError('challenge_over');
      const given = { ...browser, username: challenged.username };
      const done = await attempt(
        given,
        async (known) => {
          if (known?.id !== challenged.id) return null;
          const kind = await spendCode(db, vault, { userId: known.id, typed: code, at: clock.now() });
          return kind && openSession(deps, known, given, { kind, tokenHash });
        },
        { secondFactor: true },
      );
      if (!done) throw new AppError('invalid_credentials', { message: errorMessages.wrong_code });
      return done;
    },
  };

  /** Null when the user changed since the password was looked at. */
  async function askCode(user: Credentials): Promise<{ challenge: string } | null> {
    const challenge = randomToken();
    const expiresAt = new Date(clock.now().getTime() + challengeMs);
    return db.transaction().execute(async (tx) => {
      if (!(await holdCredentials(tx, user))) return null;
      await insertChallenge(tx, { tokenHash: sha256(challenge), userId: user.id, expiresAt });
      return { challenge };
    });
  }
}

/** Null when the user changed since the password was looked at. Throws `challenge_over` when another request used the challenge. */
async function openSession(
  deps: SignInDeps,
  user: Credentials,
  browser: Browser,
  second?: { readonly kind: 'totp' | 'recovery'; readonly tokenHash: string },
): Promise<SignedIn | null> {
  const { db, clock, events, audit, devices } = deps;
  const { address, userAgent, previousToken } = browser;
  const { id: userId, username } = user;
  const token = randomToken();
  const startedAt = clock.now();
  const expiresAt = new Date(startedAt.getTime() + longestMs);
  const ended = await db.transaction().execute(async (tx) => {
    if (!(await noteSignIn(tx, user, startedAt))) return null;
    if (second) {
      if (!(await takeChallenge(tx, second.tokenHash))) throw new AppError('challenge_over');
    } else if (await hasSecondFactor(tx, userId)) return null;
    const previous = previousToken === null ? [] : await deleteSession(tx, { tokenHash: sha256(previousToken) });
    await insertSession(tx, { tokenHash: sha256(token), userId, startedAt, expiresAt, address, userAgent });
    const details = second ? { secondFactor: second.kind } : {};
    await audit.record({ workspaceId: null, userId, username, action: 'session.started', details, address }, tx);
    return previous;
  });
  if (ended === null) return null;
  if (ended.length > 0) events.emit('sessions.changed', { sessionIds: ended });
  return { token, deviceCookie: devices.remember(browser.deviceCookie, user), userId };
}
