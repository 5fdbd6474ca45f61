/**
 * Reads the audit log for a workspace's admins: its own entries, and entries without a workspace about its members
 * since they joined (sign-ins, changes of their accounts). It never returns an entry of another workspace.
 */
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { AuditLogEntry, auditLogQuerySchema } from '../../../contract/settings.ts';
import { buildPhoneNumberFromKey } from '../../../phone/number-key.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { formatPhoneNumber, collectDisplaysByPhoneNumber } from '../../platform/shown-number.ts';
import { noWorkspaceId } from './audit-store.ts';

export type AuditLogQuery = z.infer<typeof auditLogQuerySchema>;

export interface AuditLogPage {
  readonly entries: AuditLogEntry[];
  /** The exact number of matching entries. */
  readonly total: number;
}

/** Lists the matching entries, newest first. */
export async function listAuditEntries(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  asked: AuditLogQuery,
): Promise<AuditLogPage> {
  const offset = (asked.page - 1) * asked.pageSize;
  const [own, common] = [ownEntries(db, workspaceId, asked), membersEntries(db, workspaceId, asked)];
  const count = ({ total }: { total: number }): number => total;
  const newest = (entries: Entries) =>
    db
      .selectFrom(
        entries
          .selectAll()
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(offset + asked.pageSize)
          .as('half'),
      )
      .selectAll();
  const [rows, ownTotal, commonTotal] = await Promise.all([
    db
      .selectFrom(newest(own).unionAll(newest(common)).as('both'))
      .selectAll()
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(asked.pageSize)
      .execute(),
    countOf(own).then(count),
    countOf(common).then(count),
  ]);
  const entries = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    userId: row.user_id,
    username: row.username,
    action: row.action,
    target: row.target,
    details: row.details,
    shownNumbers: { ...collectDisplaysByPhoneNumber([row.target, row.details]), ...showKeyIn(row) },
    address: row.address,
  }));
  return { entries, total: ownTotal + commonTotal };
}

/** Returns the phone number to show for an audit entry of the do-not-call list, which stores only a normalised key. */
function showKeyIn({ action, target }: Pick<AuditLogEntry, 'action' | 'target'>): Record<string, string> {
  const isKey = action.startsWith('do_not_call.') && target !== null && /^\d{10}$/.test(target);
  return isKey ? { [target]: formatPhoneNumber(buildPhoneNumberFromKey(target)) } : {};
}

type Entries = ReturnType<typeof matching>;

function ownEntries(db: Kysely<DatabaseSchema>, workspaceId: string, asked: AuditLogQuery): Entries {
  return matching(db, asked).where('workspace_id', '=', workspaceId);
}

function membersEntries(db: Kysely<DatabaseSchema>, workspaceId: string, asked: AuditLogQuery): Entries {
  return matching(db, asked).where('workspace_id', '=', noWorkspaceId).where(sql<SqlBool>`exists (
      select 1 from workspace_members m
      where m.workspace_id = ${workspaceId}::uuid and m.created_at <= audit_log.at
        and m.user_id::text = case split_part(audit_log.action, '.', 1) when 'session' then audit_log.user_id::text when 'user' then audit_log.target end
    )`);
}

function matching(db: Kysely<DatabaseSchema>, { topic, username, fromDate, toDate }: AuditLogQuery) {
  let entries = db.selectFrom('audit_log');
  if (topic !== undefined) entries = entries.where(sql<SqlBool>`split_part(action, '.', 1) = ${topic}`);
  if (username !== undefined) entries = entries.where(sql<SqlBool>`strpos(lower(username), lower(${username})) > 0`);
  if (fromDate !== undefined) entries = entries.where(sql<SqlBool>`at >= ${fromDate}::timestamptz`);
  if (toDate !== undefined) entries = entries.where(sql<SqlBool>`at <= ${toDate}::timestamptz`);
  return entries;
}

function countOf(entries: Entries): Promise<{ total: number }> {
  return entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
}
