import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import type { AuditLog, AuditEntry } from '../audit/index.ts';
import type { CallAmender } from '../calls/index.ts';

export interface QualityDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly amender: CallAmender;
}

/** The acting person, with workspace and address. */
export type ReviewAuthor = Pick<AuditEntry, 'username' | 'address'> & {
  readonly workspaceId: string;
  readonly userId: string;
};
