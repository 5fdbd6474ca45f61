/** What a person is told of failed sign-ins against their own account: once there are some, until they say that they have seen them. */
import type { Kysely } from 'kysely';
import type { SignInFailures } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Audit } from '../../audit/index.ts';
import { findFailuresSeenAt, markFailuresSeen } from '../stores/user-store.ts';

export interface SignInFailuresDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly audit: Audit;
}

export interface SignInFailureNotices {
  /** Null: fewer than five since the person last looked, and within the last 30 days. */
  read(userId: string): Promise<SignInFailures | null>;
  /** The person has seen those until then. */
  markSeen(userId: string, until: Date): Promise<void>;
}

const worthTelling = 5;
const longestMs = 30 * 86_400_000;

export function createSignInFailures({ db, clock, audit }: SignInFailuresDeps): SignInFailureNotices {
  return {
    async read(userId) {
      const seenAt = await findFailuresSeenAt(db, userId);
      const since = new Date(Math.max(seenAt?.getTime() ?? 0, clock.now().getTime() - longestMs));
      const { lastAt, ...told } = await audit.readRefusedSignIns(userId, since);
      return lastAt !== null && told.count >= worthTelling ? { ...told, lastAt: lastAt.toISOString() } : null;
    },
    // What was told is cut to milliseconds, the log's moments are not.
    markSeen: (userId, until) => markFailuresSeen(db, userId, new Date(until.getTime() + 1)),
  };
}
