/** The audit log: who did which action, when and from where. Entries are only added; erasures remove personal data. */
import type { Kysely, Transaction } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import { settingsEndpoints } from '../../../contract/settings.ts';
import { convertDateRangeToMoments } from '../../platform/db/day-moments-query.ts';
import type { JsonObject, DatabaseSchema } from '../../platform/db/schema.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import { listAuditEntries } from './audit-query.ts';
import { insertAuditRow } from './audit-store.ts';
import { hasAuditRow, listTargetAuditEntries, type TargetAuditEntry, type AuditedActionFilter } from './done-query.ts';
import { eraseWhispersFromAudit } from './erase-whispers-store.ts';
import { eraseNumberFromAudit, type PhoneNumberEraser } from './erase-number-store.ts';
import { countRecentAuditedActions, type RecentActionCount } from './lately-query.ts';
import { countRefusedSignIns, type RefusedSignInCounts } from './refused-sign-ins-query.ts';

export type { AuditAction };
export type { PhoneNumberEraser } from './erase-number-store.ts';

export interface AuditEntry {
  /** The workspace's id. Null for audit entries without a workspace (sign-ins, users). */
  readonly workspaceId: string | null;
  /** The acting user's id. Null if the system acted, or if the user is unknown (a refused sign-in). */
  readonly userId: string | null;
  /** Name of the acting user at the time of the audited action. It remains after the user is renamed or deleted. */
  readonly username: string | null;
  readonly action: AuditAction;
  /** Id or name of the object on which the audited action was done. */
  readonly target?: string | null;
  /** Details as JSON; never a secret. */
  readonly details?: JsonObject;
  /** The IP address of the acting user's browser or program. Null if the system acted. */
  readonly address: string | null;
}

export interface AuditLog {
  /**
   * Writes an audit entry. Without `tx`, resolves when the entry is durable. With `tx`, the entry is committed together
   * with the change that it records.
   */
  record(entry: AuditEntry, tx?: Transaction<DatabaseSchema>): Promise<void>;
  hasRecorded(done: AuditedActionFilter): Promise<boolean>;
  /** Lists audit entries about a target, oldest first, at most 100. */
  listDone(done: Omit<AuditedActionFilter, 'userId'>): Promise<readonly TargetAuditEntry[]>;
  /** Counts refused sign-ins to a user's account after `since`, without those from the account's known devices. */
  readRefusedSignIns(userId: string, since: Date): Promise<RefusedSignInCounts>;
  /** Counts how often an action was done in the workspace within the last `seconds`. */
  readLately(workspaceId: string, action: AuditAction, seconds: number): Promise<RecentActionCount>;
  /** Removes a number from the workspace's entries. */
  eraseNumber(tx: Transaction<DatabaseSchema>, workspaceId: string, eraser: PhoneNumberEraser): Promise<void>;
  /** Removes the text of whispers (hints to the agent) in these calls from the audit log. */
  eraseWhispers(tx: Transaction<DatabaseSchema>, workspaceId: string, callIds: readonly string[]): Promise<void>;
}

export function createAuditFeature({ db }: { readonly db: Kysely<DatabaseSchema> }): AuditLog & ServerFeature {
  return {
    name: 'audit',
    record: (entry, tx) =>
      insertAuditRow(tx ?? db, { ...entry, target: entry.target ?? null, details: entry.details ?? {} }),
    listDone: (done) => listTargetAuditEntries(db, done),
    eraseWhispers: eraseWhispersFromAudit,
    hasRecorded: (done) => hasAuditRow(db, done),
    readRefusedSignIns: (userId, since) => countRefusedSignIns(db, userId, since),
    readLately: (workspaceId, action, seconds) => countRecentAuditedActions(db, workspaceId, action, seconds),
    eraseNumber: eraseNumberFromAudit,
    registerRoutes(binder) {
      binder.bind(settingsEndpoints.listAuditLog, async ({ workspaceId, query, reply }) => {
        const filters = await convertDateRangeToMoments(db, workspaceId, query);
        const { entries, total } = await listAuditEntries(db, workspaceId, filters);
        reply.header('x-total-count', total);
        return entries;
      });
    },
  };
}
