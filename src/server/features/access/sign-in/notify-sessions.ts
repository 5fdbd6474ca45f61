/** Makes all open tabs of a user read their rights again, after a change of their role or second factor. */
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { listUserSessionIds } from '../stores/session-store.ts';

/**
 * Notifies all browser tabs of a user that the user's sessions changed, including the tabs of the deleted sessions
 * `ended`.
 */
export async function notifyUserSessions(
  { db, events }: { readonly db: Kysely<DatabaseSchema>; readonly events: EventBus },
  userId: string,
  ended: readonly string[] = [],
): Promise<void> {
  events.emit('sessions.changed', { sessionIds: [...ended, ...(await listUserSessionIds(db, userId))] });
}
