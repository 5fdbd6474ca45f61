import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Audit, AuditEntry } from '../audit/index.ts';
import type { CallAmender } from '../calls/index.ts';

export interface QualityDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly amender: CallAmender;
}

/** The acting person, with workspace and address. */
export type Author = Pick<AuditEntry, 'username' | 'address'> & {
  readonly workspaceId: string;
  readonly userId: string;
};
