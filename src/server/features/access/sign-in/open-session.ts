/**
 * Completes every sign-in after the caller has verified the person. The new session replaces the browser's old session.
 * If the account has a second factor, it is asked for first.
 */
import type { Kysely, Transaction } from 'kysely';
import type { SecondFactorChallenge, SecondFactorKind, SignInWay } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ServerConfig } from '../../../platform/config.ts';
import { createRandomToken, computeSha256Hex } from '../../../platform/crypto.ts';
import type { OidcSessionData, DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import { markUserAsOidcUser, recordOidcSignIn } from '../stores/oidc-store.ts';
import {
  hasSecondFactor,
  insertSignInChallenge,
  listSecondFactorKinds,
  consumeSignInChallenge,
} from '../stores/second-factor-store.ts';
import { deleteSession, deleteUserSessions, insertSession } from '../stores/session-store.ts';
import {
  clearPasswordAndVoidLinks,
  lockUserIfCredentialsUnchanged,
  lockUserAndRecordSignIn,
  type UserCredentials,
} from '../stores/user-store.ts';
import type { KnownDeviceCookieManager } from './known-devices.ts';
import { isSignInWayAllowed } from './offered-ways.ts';
import { sessionIdleMs, sessionMaxMs } from './sessions.ts';

export interface SessionOpenerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly devices: KnownDeviceCookieManager;
  readonly config: Pick<ServerConfig, 'oidc'>;
}

/** The browser that a sign-in comes from. */
export interface SignInBrowser {
  readonly address: string;
  readonly userAgent: string | null;
  /** The browser's previous session cookie. That session ends when this sign-in succeeds. */
  readonly previousToken: string | null;
  /** The browser's device cookie, if any (known-devices.ts). */
  readonly deviceCookie: string | undefined;
}

export interface StartedSession {
  readonly token: string;
  /** By which the browser will be known. */
  readonly deviceCookie: string;
  readonly userId: string;
}

/** How a sign-in began. */
export interface SignInWayAndOidcData {
  readonly way: SignInWay;
  readonly oidc: OidcSessionData | null;
}

/** Last check in the transaction that creates a session. The session is created only if the check returns true. */
type AssertMay = (tx: Transaction<DatabaseSchema>) => Promise<boolean>;

/**
 * Completes sign-ins. If the user changed after the credentials were checked, each method opens no session and returns
 * null.
 */
export interface SessionOpener {
  /** Continues a sign-in after the first factor: opens a session, or returns a challenge for the second factor. */
  proceed(
    user: UserCredentials,
    browser: SignInBrowser,
    start: SignInWayAndOidcData,
  ): Promise<StartedSession | SecondFactorChallenge | null>;
  /** Opens the session after the second factor. Throws `challenge_over` if another request used the challenge. */
  finish(
    user: UserCredentials,
    browser: SignInBrowser,
    second: SignInWayAndOidcData & { readonly tokenHash: string; readonly secondFactor: SecondFactorKind },
    assertMay?: AssertMay,
  ): Promise<StartedSession | null>;
  /** Opens the session after a sign-in that needs no second step, for example by passkey. */
  enter(
    user: UserCredentials,
    browser: SignInBrowser,
    way: SignInWay,
    assertMay?: AssertMay,
  ): Promise<StartedSession | null>;
}

const challengeMs = 5 * 60_000;
const always: AssertMay = () => Promise.resolve(true);

export function createSessionOpener(deps: SessionOpenerDeps): SessionOpener {
  const { db, clock, events, audit, devices } = deps;
  const { oidc: provider } = deps.config;

  async function askSecondFactor(
    user: UserCredentials,
    start: SignInWayAndOidcData,
  ): Promise<SecondFactorChallenge | null> {
    const challenge = createRandomToken();
    const expiresAt = new Date(clock.now().getTime() + challengeMs);
    return db.transaction().execute(async (tx) => {
      if (
        !(await lockUserIfCredentialsUnchanged(tx, user)) ||
        !(await isSignInWayAllowed(tx, provider, { ...user, ...start }))
      )
        return null;
      await insertSignInChallenge(tx, { ...start, tokenHash: computeSha256Hex(challenge), userId: user.id, expiresAt });
      return { challenge, kinds: await listSecondFactorKinds(tx, user.id) };
    });
  }

  async function open(
    user: UserCredentials,
    { address, userAgent, previousToken, deviceCookie }: SignInBrowser,
    { way, oidc, secondFactor }: SignInWayAndOidcData & { readonly secondFactor: SecondFactorKind | null },
    assertMay: AssertMay,
  ): Promise<StartedSession | null> {
    const { id: userId, username } = user;
    const token = createRandomToken();
    const startedAt = clock.now();
    // If there is no refresh token, the identity provider can't be asked later whether the session must end. Such a
    // session is shorter.
    const lastsMs = oidc && oidc.refreshToken === null ? sessionIdleMs : sessionMaxMs;
    const expiresAt = new Date(startedAt.getTime() + lastsMs);
    const ended = await db.transaction().execute(async (tx) => {
      if (
        !(await lockUserAndRecordSignIn(tx, user, startedAt)) ||
        !(await isSignInWayAllowed(tx, provider, { ...user, way }))
      )
        return null;
      if (!(await assertMay(tx))) return null;
      const noted = oidc && (await recordOidcSignIn(tx, userId, oidc, startedAt));
      if (oidc && !noted) return null;
      // The identity was linked to this account by an admin, who may know the account's password. So the password is
      // removed at the first sign-in by the identity.
      const takenOver = noted?.isTakenOver ? await handOver(tx, userId) : [];
      const previous =
        previousToken === null ? [] : await deleteSession(tx, { tokenHash: computeSha256Hex(previousToken) });
      const session = { tokenHash: computeSha256Hex(token), userId, startedAt, expiresAt, address, userAgent };
      await insertSession(tx, { ...session, way, secondFactor, oidc });
      const details = { ...(way !== 'password' && { way }), ...(secondFactor && { secondFactor }) };
      await audit.record({ workspaceId: null, userId, username, action: 'session.started', details, address }, tx);
      return [...previous, ...takenOver];
    });
    if (ended === null) return null;
    if (ended.length > 0) events.emit('sessions.changed', { sessionIds: ended });
    return { token, deviceCookie: devices.remember(deviceCookie, user), userId };
  }

  return {
    proceed: (user, browser, start) =>
      user.hasSecondFactor
        ? askSecondFactor(user, start)
        : open(user, browser, { ...start, secondFactor: null }, async (tx) => !(await hasSecondFactor(tx, user.id))),
    finish: (user, browser, { tokenHash, ...start }, assertMay = always) =>
      open(user, browser, start, async (tx) => {
        if (!(await assertMay(tx))) return false;
        if (!(await consumeSignInChallenge(tx, tokenHash))) throw new AppError('challenge_over');
        return true;
      }),
    enter: (user, browser, way, assertMay = always) =>
      open(user, browser, { way, oidc: null, secondFactor: null }, assertMay),
  };
}

/** Removes the account's password and ends all the account's sessions. @returns the ids of the ended sessions. */
async function handOver(tx: Transaction<DatabaseSchema>, userId: string): Promise<string[]> {
  await clearPasswordAndVoidLinks(tx, userId);
  await markUserAsOidcUser(tx, userId);
  return deleteUserSessions(tx, userId, null);
}
