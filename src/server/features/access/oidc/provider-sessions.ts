/**
 * Ends sessions that began at the identity provider once it no longer lets the person in: at once after its logout
 * request, or within minutes if it issues refresh tokens. If it can't be reached, sessions stay for an hour.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import { decryptSecret, encryptSecret, computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import {
  deleteOidcSessions,
  updateOidcSession,
  listOidcSessionsToCheck,
  consumeOidcSingleUseKey,
  type RefreshableOidcSession,
} from '../stores/oidc-store.ts';
import { deleteSession } from '../stores/session-store.ts';
import { OidcFailure, type OidcProviderClient, type OidcSessionRefreshResult } from './provider-client.ts';
import type { OidcUserProvisioning } from './provider-people.ts';

export interface OidcSessionChecksDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly secretKey: string;
  readonly issuer: string;
  readonly provider: OidcProviderClient;
  readonly people: Pick<OidcUserProvisioning, 'applyRules'>;
}

export interface OidcSessionChecks {
  /**
   * Confirms sessions at the identity provider by their refresh tokens. Only one server at a time may do it, because
   * each token works once. After an abort, no further session is checked, but running checks still store their new
   * tokens.
   */
  check(signal?: AbortSignal): Promise<void>;
  /**
   * Ends the sessions that an identity provider's logout token names. Throws `OidcFailure` if the token is invalid or
   * was used before.
   */
  logOut(logoutToken: string): Promise<void>;
}

const minuteMs = 60_000;
/** Time in ms after which a session is confirmed at the identity provider again. */
const checkedForMs = 4 * minuteMs;
const patienceMs = 60 * minuteMs;
/** Requests to the provider at once. */
const width = 8;

const contextOf = (subject: string): string => `oidc:refresh:${subject}`;

export function sealRefreshToken(secretKey: string, subject: string, token: string): string {
  return encryptSecret(secretKey, token, contextOf(subject));
}

export function createOidcSessionChecks(deps: OidcSessionChecksDeps): OidcSessionChecks {
  const { db, log, clock, events, audit, secretKey, issuer, provider, people } = deps;

  async function end({ id, userId }: RefreshableOidcSession): Promise<void> {
    const ended = await deleteSession(db, { id });
    if (ended.length === 0) return;
    const nobody = { workspaceId: null, username: null, address: null };
    await audit.record({ ...nobody, userId, action: 'session.ended', details: { by: 'provider' } });
    events.emit('sessions.changed', { sessionIds: ended });
  }

  async function check(session: RefreshableOidcSession): Promise<OidcSessionRefreshResult | null> {
    const { id, userId, oidc } = session;
    const now = clock.now();
    if (oidc.refreshToken === null) return null;
    const refreshToken = decryptSecret(secretKey, oidc.refreshToken, contextOf(oidc.subject));
    const answer = await provider.refresh(refreshToken, oidc.subject);
    if (answer.outcome === 'ended') {
      await end(session);
      return answer;
    }
    if (answer.outcome !== 'confirmed') {
      const since = oidc.unansweredSince ?? now.toISOString();
      if (now.getTime() - Date.parse(since) > patienceMs) await end(session);
      else await updateOidcSession(db, id, { ...oidc, unansweredSince: since });
      return answer;
    }
    await updateOidcSession(db, id, {
      ...oidc,
      refreshToken: sealRefreshToken(secretKey, oidc.subject, answer.refreshToken),
      checkedAt: now.toISOString(),
      unansweredSince: null,
    });
    if (answer.claims instanceof OidcFailure)
      log.error({ err: answer.claims, sessionId: id }, "the userinfo endpoint failed, so the person's roles stay");
    else if (answer.claims !== null) await people.applyRules(userId, answer.claims);
    return answer;
  }

  return {
    async check(signal) {
      const due = await listOidcSessionsToCheck(db, new Date(clock.now().getTime() - checkedForMs));
      const waiting = due.values();
      const refusals = new Set<string>();
      const work = async (): Promise<void> => {
        for (const session of waiting) {
          if (signal?.aborted) return;
          try {
            const answer = await check(session);
            if (answer?.outcome === 'misconfigured') refusals.add(answer.error);
          } catch (error) {
            log.error({ err: error, sessionId: session.id }, 'a session could not be checked at the identity provider');
          }
        }
      };
      await Promise.all(Array.from({ length: width }, work));
      if (refusals.size > 0)
        log.error({ errors: [...refusals] }, 'the identity provider refuses this client: OIDC_* may be wrong');
    },
    async logOut(logoutToken) {
      const { id, sid, subject, expiresAt } = await provider.readLogout(logoutToken);
      // Use up the logout token in the transaction that ends the sessions, so that a failed logout can be retried.
      const ended = await db.transaction().execute(async (tx) => {
        if (!(await consumeOidcSingleUseKey(tx, computeSha256Hex(`logout ${id}`), expiresAt)))
          throw new OidcFailure('rejected', new Error('the logout token was used before'));
        return deleteOidcSessions(tx, issuer, sid === null ? { subject: subject ?? '' } : { sid });
      });
      if (ended.length === 0) return;
      const nobody = { workspaceId: null, userId: null, username: null, address: null };
      const details = { by: 'provider', sessions: ended.length };
      await audit.record({ ...nobody, action: 'session.ended', details });
      events.emit('sessions.changed', { sessionIds: ended });
    },
  };
}
