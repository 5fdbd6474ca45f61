/** Notices to users about failed sign-ins to their own account. A notice is shown until the user marks it as seen. */
import type { Kysely } from 'kysely';
import type { FailedSignInsSummary } from '../../../../contract/access.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { AuditLog } from '../../audit/index.ts';
import { findSignInFailuresSeenAt, markSignInFailuresSeen } from '../stores/user-store.ts';

export interface SignInFailureNoticeServiceDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly audit: AuditLog;
}

export interface SignInFailureNoticeService {
  /** Reads the user's unseen failed sign-ins of the last 30 days. Null if there are fewer than five. */
  read(userId: string): Promise<FailedSignInsSummary | null>;
  /** Marks the user's failed sign-ins up to the time `until` as seen. */
  markSeen(userId: string, until: Date): Promise<void>;
}

const worthTelling = 5;
const longestMs = 30 * 86_400_000;

export function createSignInFailureNoticeService({
  db,
  clock,
  audit,
}: SignInFailureNoticeServiceDeps): SignInFailureNoticeService {
  return {
    async read(userId) {
      const seenAt = await findSignInFailuresSeenAt(db, userId);
      const since = new Date(Math.max(seenAt?.getTime() ?? 0, clock.now().getTime() - longestMs));
      const { lastAt, ...told } = await audit.readRefusedSignIns(userId, since);
      return lastAt !== null && told.count >= worthTelling ? { ...told, lastAt: lastAt.toISOString() } : null;
    },
    // Add 1 ms, because the browser's time lacks the microseconds of the audit log. Otherwise the last failed sign-in
    // would still count as unseen.
    markSeen: (userId, until) => markSignInFailuresSeen(db, userId, new Date(until.getTime() + 1)),
  };
}
