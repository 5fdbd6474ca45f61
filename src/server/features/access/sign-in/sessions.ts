/** Lifetime of sessions, and the lookup of the user behind a session cookie for each request and socket. */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServerConfig } from '../../../platform/config.ts';
import { computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { RequestIdentityPort } from '../../../platform/http/identity.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import { findMemberRole } from '../stores/member-store.ts';
import { isBlockedWithoutSecondFactor } from '../stores/second-factor-store.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteUserSessions,
  findValidUserSession,
  recordSessionUse,
} from '../stores/session-store.ts';
import { revokeUserApiTokens } from '../tokens/revoke-tokens.ts';
import { isSignInWayAllowed } from './offered-ways.ts';

const hourMs = 3_600_000;
/** Time in ms without a request after which a session ends. */
export const sessionIdleMs = 12 * hourMs;
/** Maximum lifetime of a session in ms, even if it is in use. The session cookie lasts as long. */
export const sessionMaxMs = 30 * 24 * hourMs;
// Minimum time in ms between two writes of a session's last use, so that not every request causes a write.
const touchEveryMs = 60_000;

export interface UserSessionManagerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly config: Pick<ServerConfig, 'oidc'>;
}

export interface UserSessionManager extends Omit<RequestIdentityPort, 'findTokenIdentity'> {
  end(sessionId: string): Promise<void>;
  /**
   * Ends all sessions of a user after deactivation, deletion or a new password. `keepId`: id of a session that
   * continues.
   */
  endAllOf(userId: string, keepId?: string): Promise<void>;
  /** Ends the user's sessions except the current one, and with `revokesTokens` also the user's API tokens. Audited. */
  endOthers(by: Actor, keepId: string, revokesTokens: boolean): Promise<{ ended: number; revoked: number }>;
  sweep(): Promise<void>;
}

/** Limits of valid sessions: a session is valid if it was last used after `idleSince` and expires after `now`. */
export function getSessionValidityCutoffs(clock: Clock): { readonly now: Date; readonly idleSince: Date } {
  const now = clock.now();
  return { now, idleSince: new Date(now.getTime() - sessionIdleMs) };
}

export function createUserSessionManager({
  db,
  clock,
  events,
  audit,
  config,
}: UserSessionManagerDeps): UserSessionManager {
  const times = () => getSessionValidityCutoffs(clock);
  const announceEnded = (sessionIds: readonly string[]) => {
    if (sessionIds.length > 0) events.emit('sessions.changed', { sessionIds });
  };
  return {
    async findIdentity(token) {
      const { now, idleSince } = times();
      const found = await findValidUserSession(db, computeSha256Hex(token), { now, idleSince });
      if (!found || !(await isSignInWayAllowed(db, config.oidc, found))) return null;
      const { lastSeenAt, identity } = found;
      const stale = new Date(now.getTime() - touchEveryMs);
      if (lastSeenAt <= stale) await recordSessionUse(db, identity.sessionId, now, stale);
      return identity;
    },
    async findRole(userId, workspaceId) {
      return (await isBlockedWithoutSecondFactor(db, userId, workspaceId, clock.now()))
        ? null
        : findMemberRole(db, userId, workspaceId);
    },
    lacksSecondFactor: (userId, workspaceId) => isBlockedWithoutSecondFactor(db, userId, workspaceId, clock.now()),
    end: async (id) => announceEnded(await deleteSession(db, { id })),
    endAllOf: async (userId, keepId) => announceEnded(await deleteUserSessions(db, userId, keepId ?? null)),
    async endOthers(by, keepId, revokesTokens) {
      const { ended, revoked } = await db.transaction().execute(async (tx) => {
        const ids = await deleteUserSessions(tx, by.userId, keepId);
        await audit.record(
          { ...by, workspaceId: null, action: 'session.others_ended', details: { sessions: ids.length } },
          tx,
        );
        return { ended: ids, revoked: revokesTokens ? await revokeUserApiTokens(tx, audit, by, by.userId) : 0 };
      });
      announceEnded(ended);
      return { ended: ended.length, revoked };
    },
    sweep: () => deleteExpiredSessions(db, times()),
  };
}
