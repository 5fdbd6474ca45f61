/** Notices to a person of failed sign-ins against the person's account, shown until the person marks them as seen. */
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
  /** Reads the failures of the last 30 days that the person has not seen. Null if there are fewer than five. */
  read(userId: string): Promise<SignInFailures | null>;
  /** Marks the failures until this moment as seen. */
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
    // The moment that the person saw is cut to milliseconds, and the log's moments are not.
    markSeen: (userId, until) => markFailuresSeen(db, userId, new Date(until.getTime() + 1)),
  };
}
