/** Who did what, when and from where. Features record; no entry is ever taken out, and none changes but for a number that was forgotten. */
import type { Kysely, Transaction } from 'kysely';
import type { AuditAction } from '../../../contract/audit.ts';
import { settingsEndpoints } from '../../../contract/settings.ts';
import { readDayMoments } from '../../platform/db/day-moments-query.ts';
import type { JsonObject, Schema } from '../../platform/db/schema.ts';
import type { Feature } from '../../platform/feature.ts';
import { listAuditEntries } from './audit-query.ts';
import { insertAuditRow } from './audit-store.ts';
import { hasAuditRow, listDone, type DoneEntry, type DoneToTarget } from './done-query.ts';
import { eraseWhispersFromAudit } from './erase-whispers-store.ts';
import { eraseNumberFromAudit, type NumberInTexts } from './erase-number-store.ts';
import { readLately, type Lately } from './lately-query.ts';
import { readRefusedSignIns, type RefusedSignIns } from './refused-sign-ins-query.ts';

export type { AuditAction };
export type { NumberInTexts } from './erase-number-store.ts';

export interface AuditEntry {
  /** Null: it belongs to no workspace (sign-ins, users). */
  readonly workspaceId: string | null;
  /** Null: nobody known (a refused sign-in), or the system itself. */
  readonly userId: string | null;
  /** As given at that moment; it stays when the user is renamed or deleted. */
  readonly username: string | null;
  readonly action: AuditAction;
  /** Id or name of what it was done to. */
  readonly target?: string | null;
  /** JSON; never a secret. */
  readonly details?: JsonObject;
  /** Where the request came from; null for the system itself. */
  readonly address: string | null;
}

export interface Audit {
  /** Durable when it resolves; within `tx`, together with what it tells of. */
  record(entry: AuditEntry, tx?: Transaction<Schema>): Promise<void>;
  /** True where the log says that the person did it to that target. */
  hasRecorded(done: DoneToTarget): Promise<boolean>;
  /** Entries about that target, oldest first, at most 100. */
  listDone(done: Omit<DoneToTarget, 'userId'>): Promise<readonly DoneEntry[]>;
  /** Refused sign-ins against a person's account since then; the table's own clock decides. */
  readRefusedSignIns(userId: string, since: Date): Promise<RefusedSignIns>;
  /** How often it was done in the workspace within so many seconds. */
  readLately(workspaceId: string, action: AuditAction, seconds: number): Promise<Lately>;
  /** Takes a number out of the workspace's entries that hold it. */
  eraseNumber(tx: Transaction<Schema>, workspaceId: string, eraser: NumberInTexts): Promise<void>;
  /** Takes what was whispered in these calls out of the log. */
  eraseWhispers(tx: Transaction<Schema>, workspaceId: string, callIds: readonly string[]): Promise<void>;
}

export function createAudit({ db }: { readonly db: Kysely<Schema> }): Audit & Feature {
  return {
    name: 'audit',
    record: (entry, tx) =>
      insertAuditRow(tx ?? db, { ...entry, target: entry.target ?? null, details: entry.details ?? {} }),
    listDone: (done) => listDone(db, done),
    eraseWhispers: eraseWhispersFromAudit,
    hasRecorded: (done) => hasAuditRow(db, done),
    readRefusedSignIns: (userId, since) => readRefusedSignIns(db, userId, since),
    readLately: (workspaceId, action, seconds) => readLately(db, workspaceId, action, seconds),
    eraseNumber: eraseNumberFromAudit,
    registerRoutes(binder) {
      binder.bind(settingsEndpoints.listAuditLog, async ({ workspaceId, query, reply }) => {
        const filters = await readDayMoments(db, workspaceId, query);
        const { entries, total } = await listAuditEntries(db, workspaceId, filters);
        reply.header('x-total-count', total);
        return entries;
      });
    },
  };
}
