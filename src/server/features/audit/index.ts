/** The audit log: who did what, when and from where. It is append-only, except that forgotten data are removed. */
import type { Kysely, Transaction } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import { settingsEndpoints } from '../../../contract/settings.ts';
import { convertDaysToMoments } from '../../platform/db/day-moments-query.ts';
import type { JsonObject, Schema } from '../../platform/db/schema.ts';
import type { Feature } from '../../platform/feature.ts';
import { listAuditEntries } from './audit-query.ts';
import { insertAuditRow } from './audit-store.ts';
import { hasAuditRow, listActionsOnTarget, type DoneEntry, type TargetAction } from './done-query.ts';
import { eraseWhispersFromAudit } from './erase-whispers-store.ts';
import { eraseNumberFromAudit, type NumberInTexts } from './erase-number-store.ts';
import { countRecentActions, type RecentActions } from './lately-query.ts';
import { readRefusedSignIns, type RefusedSignIns } from './refused-sign-ins-query.ts';

export type { AuditAction };
export type { NumberInTexts } from './erase-number-store.ts';

export interface AuditEntry {
  /** The workspace's id; null for entries without a workspace (sign-ins, users). */
  readonly workspaceId: string | null;
  /** The acting user's id; null if nobody is known (a refused sign-in) or for the system itself. */
  readonly userId: string | null;
  /** The user's name when the entry was written; it stays when the user is renamed or deleted. */
  readonly username: string | null;
  readonly action: AuditAction;
  /** Id or name of the object of the action. */
  readonly target?: string | null;
  /** Details as JSON; never a secret. */
  readonly details?: JsonObject;
  /** The client's IP address; null for the system itself. */
  readonly address: string | null;
}

export interface Audit {
  /** Resolves when the entry is durable. With `tx` it commits together with the change that it records. */
  record(entry: AuditEntry, tx?: Transaction<Schema>): Promise<void>;
  /** True if the log has this action of the person on that target. */
  hasRecorded(done: TargetAction): Promise<boolean>;
  /** Lists entries about that target, oldest first, at most 100. */
  listDone(done: Omit<TargetAction, 'userId'>): Promise<readonly DoneEntry[]>;
  /** Counts refused sign-ins against a person's account since `since`, by the log's timestamps. */
  readRefusedSignIns(userId: string, since: Date): Promise<RefusedSignIns>;
  /** Counts an action in the workspace within the last `seconds`. */
  readLately(workspaceId: string, action: AuditAction, seconds: number): Promise<RecentActions>;
  /** Removes a number from the workspace's entries. */
  eraseNumber(tx: Transaction<Schema>, workspaceId: string, eraser: NumberInTexts): Promise<void>;
  /** Removes the text of whispers in these calls from the log. */
  eraseWhispers(tx: Transaction<Schema>, workspaceId: string, callIds: readonly string[]): Promise<void>;
}

export function createAudit({ db }: { readonly db: Kysely<Schema> }): Audit & Feature {
  return {
    name: 'audit',
    record: (entry, tx) =>
      insertAuditRow(tx ?? db, { ...entry, target: entry.target ?? null, details: entry.details ?? {} }),
    listDone: (done) => listActionsOnTarget(db, done),
    eraseWhispers: eraseWhispersFromAudit,
    hasRecorded: (done) => hasAuditRow(db, done),
    readRefusedSignIns: (userId, since) => readRefusedSignIns(db, userId, since),
    readLately: (workspaceId, action, seconds) => countRecentActions(db, workspaceId, action, seconds),
    eraseNumber: eraseNumberFromAudit,
    registerRoutes(binder) {
      binder.bind(settingsEndpoints.listAuditLog, async ({ workspaceId, query, reply }) => {
        const filters = await convertDaysToMoments(db, workspaceId, query);
        const { entries, total } = await listAuditEntries(db, workspaceId, filters);
        reply.header('x-total-count', total);
        return entries;
      });
    },
  };
}
