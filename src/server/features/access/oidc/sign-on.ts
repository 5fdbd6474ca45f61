/**
 * Redirects a browser to the identity provider and back, to sign in or to link an identity. An encrypted cookie of the
 * browser holds the values that the provider's response must match. Each response is accepted once.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SecondFactorChallenge } from '../../../../contract/access.ts';
import type { SingleSignOnFailure } from '../../../../contract/sign-on-fragments.ts';
import type { Clock } from '../../../platform/clock.ts';
import { decryptSecret, encryptSecret, computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import type { SignInBrowser, SessionOpener, StartedSession } from '../sign-in/open-session.ts';
import { linkOidcIdentity, consumeOidcSingleUseKey } from '../stores/oidc-store.ts';
import { lockUser } from '../stores/user-store.ts';
import { OidcFailure, type ConfirmedOidcIdentity, type OidcProviderClient } from './provider-client.ts';
import type { OidcUserProvisioning } from './provider-people.ts';
import { sealRefreshToken } from './provider-sessions.ts';

export interface SingleSignOnDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly secretKey: string;
  readonly provider: OidcProviderClient;
  readonly people: OidcUserProvisioning;
  readonly opener: SessionOpener;
}

/** Session of a user who links their identity. Null if the single sign-on is a sign-in. */
type LinkingSession = (Actor & { readonly sessionId: string }) | null;

/** The result of a single sign-on. The browser is then sent to `next`, a path of the console. */
export type SingleSignOnResult = { readonly next: string } & (
  | { readonly kind: 'entered'; readonly signedIn: StartedSession }
  | ({ readonly kind: 'challenge' } & SecondFactorChallenge)
  | { readonly kind: 'linked' }
  | { readonly kind: 'failed'; readonly reason: SingleSignOnFailure }
);

export interface SingleSignOn {
  /** Begins a sign-on. @returns the identity provider's URL and a cookie for the redirect. Throws `OidcFailure`. */
  begin(next: string, linking: LinkingSession): Promise<{ readonly url: string; readonly cookie: string }>;
  finish(
    query: URLSearchParams,
    cookie: string | undefined,
    browser: SignInBrowser,
    session: LinkingSession,
  ): Promise<SingleSignOnResult>;
}

const journeyMs = 10 * 60_000;
const cookieContext = 'oidc:journey';

const journeySchema = z.object({
  secrets: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  next: z.string(),
  linking: z.object({ userId: z.string(), sessionId: z.string() }).nullable(),
  expiresAt: z.number(),
});
type Journey = z.infer<typeof journeySchema>;

export function createSingleSignOn(deps: SingleSignOnDeps): SingleSignOn {
  const { db, log, clock, audit, secretKey, provider, people, opener } = deps;

  /** Logs why a single sign-on failed, for the server's administrator. The person sees only that it failed. */
  function logFailure({ reason, cause }: OidcFailure): void {
    const message = cause instanceof Error ? cause.message : String(cause);
    log.warn({ reason, cause: message }, 'a sign-in by the identity provider failed');
  }

  /** Writes an audit entry for a sign-in that the identity provider confirmed but this server refuses. */
  async function auditRefusal(subject: string, userId: string | null, address: string): Promise<void> {
    const details = { way: 'oidc', subject };
    await audit.record({ workspaceId: null, userId, username: null, action: 'session.refused', details, address });
  }

  function open(cookie: string | undefined): Journey | null {
    if (cookie === undefined) return null;
    try {
      const journey = journeySchema.parse(JSON.parse(decryptSecret(secretKey, cookie, cookieContext)));
      return journey.expiresAt > clock.now().getTime() ? journey : null;
    } catch {
      return null;
    }
  }

  async function link(
    person: ConfirmedOidcIdentity,
    { userId, username, address }: Actor,
  ): Promise<SingleSignOnFailure | null> {
    return db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!user?.isActive) return 'closed';
      if (!(await linkOidcIdentity(tx, userId, person, { at: clock.now(), byAdmin: false }))) return 'taken';
      const about = { userId, username, address, workspaceId: user.homeWorkspaceId, target: userId };
      const details = { username: user.username, subject: person.subject };
      await audit.record({ ...about, action: 'user.identity_linked', details }, tx);
      return null;
    });
  }

  async function enter(
    person: ConfirmedOidcIdentity,
    browser: SignInBrowser,
    next: string,
  ): Promise<SingleSignOnResult> {
    const { issuer, subject, sid, refreshToken } = person;
    const user = await people.arrive(person, browser.address);
    if (!user) {
      await auditRefusal(subject, null, browser.address);
      return { kind: 'failed', reason: 'unknown', next };
    }
    const oidc = {
      issuer,
      subject,
      sid,
      refreshToken: refreshToken && sealRefreshToken(secretKey, subject, refreshToken),
      checkedAt: clock.now().toISOString(),
      unansweredSince: null,
    };
    const done = user.isActive ? await opener.proceed(user, browser, { way: 'oidc', oidc }) : null;
    if (!done) {
      await auditRefusal(subject, user.id, browser.address);
      return { kind: 'failed', reason: 'closed', next };
    }
    return 'challenge' in done ? { kind: 'challenge', ...done, next } : { kind: 'entered', signedIn: done, next };
  }

  return {
    async begin(next, linking) {
      const { url, secrets } = await provider.begin().catch((error: unknown) => {
        if (error instanceof OidcFailure) logFailure(error);
        throw error;
      });
      const journey: Journey = {
        secrets,
        next: isWithin(next) ? next : '/',
        linking: linking && { userId: linking.userId, sessionId: linking.sessionId },
        expiresAt: clock.now().getTime() + journeyMs,
      };
      return { url, cookie: encryptSecret(secretKey, JSON.stringify(journey), cookieContext) };
    },
    async finish(query, cookie, browser, session) {
      const journey = open(cookie);
      if (!journey) return { kind: 'failed', reason: 'expired', next: '/' };
      const { next, linking, secrets } = journey;
      try {
        const person = await provider.finish(query, secrets);
        if (!(await consumeOidcSingleUseKey(db, computeSha256Hex(secrets.state), new Date(journey.expiresAt))))
          return { kind: 'failed', reason: 'rejected', next };
        if (!linking) return await enter(person, browser, next);
        const isSame = session?.sessionId === linking.sessionId && session.userId === linking.userId;
        const failure = isSame ? await link(person, session) : 'rejected';
        return failure === null ? { kind: 'linked', next } : { kind: 'failed', reason: failure, next };
      } catch (error) {
        if (!(error instanceof OidcFailure)) throw error;
        logFailure(error);
        return { kind: 'failed', reason: error.reason, next };
      }
    },
  };
}

/** True if the address is a path of this console and not another site. */
function isWithin(next: string): boolean {
  const base = 'https://consola.invalid';
  return next.startsWith('/') && URL.canParse(next, base) && new URL(next, base).origin === base;
}
