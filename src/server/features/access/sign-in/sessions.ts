/** Lifetime of sessions, and the identity of a session cookie, which is looked up for every request and socket. */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { sha256 } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { IdentityPort } from '../../../platform/http/identity.ts';
import type { Audit } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import { findRole } from '../stores/member-store.ts';
import { isClosedForLackOfFactor } from '../stores/second-factor-store.ts';
import {
  deleteDeadSessions,
  deleteSession,
  deleteUserSessions,
  findLiveSession,
  touchSession,
} from '../stores/session-store.ts';
import { revokeTokensOf } from '../tokens/revoke-tokens.ts';
import { isWayOpen } from './offered-ways.ts';

const hourMs = 3_600_000;
/** A session ends after this time without a request. */
export const idleMs = 12 * hourMs;
/** The longest life of a session, even in use. The cookie lasts as long; the server may end a session earlier. */
export const longestMs = 30 * 24 * hourMs;
// Seen within the last minute is not written again: a busy console must not mean a write for every read.
const touchEveryMs = 60_000;

export interface SessionDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly config: Pick<Config, 'oidc'>;
}

export interface Sessions extends Omit<IdentityPort, 'findTokenIdentity'> {
  end(sessionId: string): Promise<void>;
  /** For deactivation, deletion and a changed password; `keepId` spares the session that asks. */
  endAllOf(userId: string, keepId?: string): Promise<void>;
  /** All of a person's but the one that asks, sockets too, and the API tokens that they made where asked. Audited. */
  endOthers(by: Actor, keepId: string, revokesTokens: boolean): Promise<{ ended: number; revoked: number }>;
  /** Removes the rows of sessions that have ended by themselves. */
  sweep(): Promise<void>;
}

/** A session may be used if it was seen after `idleSince` and expires after `now`. */
export function liveTimes(clock: Clock): { readonly now: Date; readonly idleSince: Date } {
  const now = clock.now();
  return { now, idleSince: new Date(now.getTime() - idleMs) };
}

export function createSessions({ db, clock, events, audit, config }: SessionDeps): Sessions {
  const times = () => liveTimes(clock);
  const announceEnded = (sessionIds: readonly string[]) => {
    if (sessionIds.length > 0) events.emit('sessions.changed', { sessionIds });
  };
  return {
    async findIdentity(token) {
      const { now, idleSince } = times();
      const found = await findLiveSession(db, sha256(token), { now, idleSince });
      if (!found || !(await isWayOpen(db, config.oidc, found))) return null;
      const { lastSeenAt, identity } = found;
      const stale = new Date(now.getTime() - touchEveryMs);
      if (lastSeenAt <= stale) await touchSession(db, identity.sessionId, now, stale);
      return identity;
    },
    async findRole(userId, workspaceId) {
      return (await isClosedForLackOfFactor(db, userId, workspaceId, clock.now()))
        ? null
        : findRole(db, userId, workspaceId);
    },
    lacksSecondFactor: (userId, workspaceId) => isClosedForLackOfFactor(db, userId, workspaceId, clock.now()),
    end: async (id) => announceEnded(await deleteSession(db, { id })),
    endAllOf: async (userId, keepId) => announceEnded(await deleteUserSessions(db, userId, keepId ?? null)),
    async endOthers(by, keepId, revokesTokens) {
      const { ended, revoked } = await db.transaction().execute(async (tx) => {
        const ids = await deleteUserSessions(tx, by.userId, keepId);
        await audit.record(
          { ...by, workspaceId: null, action: 'session.others_ended', details: { sessions: ids.length } },
          tx,
        );
        return { ended: ids, revoked: revokesTokens ? await revokeTokensOf(tx, audit, by, by.userId) : 0 };
      });
      announceEnded(ended);
      return { ended: ended.length, revoked };
    },
    sweep: () => deleteDeadSessions(db, times()),
  };
}
