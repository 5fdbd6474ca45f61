import { sql, type Kysely } from 'kysely';
import { maxListedSessions } from '../../../../contract/sessions.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

/** Lists sessions of a user: the current one first, then by when they were last used. */
export async function listValidUserSessions(
  db: Kysely<DatabaseSchema>,
  { userId, currentId }: { readonly userId: string; readonly currentId: string },
  times: { readonly now: Date; readonly idleSince: Date },
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent as userAgent', 'address', 'created_at as startedAt', 'last_seen_at as lastSeenAt'])
    .select(['way', 'second_factor as secondFactor'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', times.now)
    .where('last_seen_at', '>', times.idleSince)
    .orderBy(sql`id = ${currentId}`, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .limit(maxListedSessions)
    .execute();
}
