/** All tabs of a person read their rights again: after a change of a second factor or of a role. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { listUserSessionIds } from '../stores/session-store.ts';

/** `ended`: sessions that the change ended, whose tabs show the sign-in. */
export async function notifySessions(
  { db, events }: { readonly db: Kysely<Schema>; readonly events: EventBus },
  userId: string,
  ended: readonly string[] = [],
): Promise<void> {
  events.emit('sessions.changed', { sessionIds: [...ended, ...(await listUserSessionIds(db, userId))] });
}
