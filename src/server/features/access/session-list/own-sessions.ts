/** Lists a user's own sessions and ends them one by one. Ending all others at once is in sign-in/sessions.ts. */
import type { Kysely } from 'kysely';
import type { ListedUserSession } from '../../../../contract/sessions.ts';
import { parseUserAgent } from '../../../../contract/user-agent.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ServerConfig } from '../../../platform/config.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { Actor } from '../actor.ts';
import { isSignInWayAllowed } from '../sign-in/offered-ways.ts';
import { getSessionValidityCutoffs } from '../sign-in/sessions.ts';
import { deleteOneUserSession } from '../stores/session-store.ts';
import { findUserCredentials } from '../stores/user-store.ts';
import { listValidUserSessions } from './session-list-query.ts';

export interface OwnSessionManagerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly config: Pick<ServerConfig, 'oidc'>;
}

export interface OwnSessionManager {
  list(userId: string, currentId: string): Promise<ListedUserSession[]>;
  /**
   * Ends a session of the user and writes an audit entry. Throws `not_found` for another user's session, or `conflict`
   * for the current one.
   */
  end(by: Actor, currentId: string, id: string): Promise<void>;
}

const ownAsked = 'Es la sesión que estás usando. Para cerrarla, elige «Logout» en tu menú.';

export function createOwnSessionManager({
  db,
  clock,
  events,
  audit,
  config,
}: OwnSessionManagerDeps): OwnSessionManager {
  return {
    async list(userId, currentId) {
      const rows = await listValidUserSessions(db, { userId, currentId }, getSessionValidityCutoffs(clock));
      const isEmergency = (await findUserCredentials(db, { id: userId }))?.isEmergency ?? false;
      const takesLocal = await isSignInWayAllowed(db, config.oidc, { way: 'password', isEmergency });
      const usable = rows.filter(({ way }) => way === 'oidc' || takesLocal);
      return usable.map(({ userAgent, startedAt, lastSeenAt, ...row }) => ({
        ...row,
        ...parseUserAgent(userAgent),
        isCurrent: row.id === currentId,
        startedAt: startedAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      }));
    },
    async end(by, currentId, id) {
      if (id === currentId) throw new AppError('conflict', { message: ownAsked });
      await db.transaction().execute(async (tx) => {
        const ended = await deleteOneUserSession(tx, by.userId, id);
        if (!ended) throw new AppError('not_found');
        const details = { from: ended.address, ...parseUserAgent(ended.userAgent) };
        await audit.record({ ...by, workspaceId: null, action: 'session.other_ended', details }, tx);
      });
      events.emit('sessions.changed', { sessionIds: [id] });
    },
  };
}
