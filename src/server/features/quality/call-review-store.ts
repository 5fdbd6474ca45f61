/**
 * Queries of the table `call_reviews`: a person's answers about a call, and a note. They are deleted when the call is
 * erased.
 */
import { sql, type Kysely } from 'kysely';
import type { CriterionAnswer } from '../../../contract/quality.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { Tx } from '../calls/index.ts';

export interface StoredCallReview {
  readonly formVersion: number;
  readonly answers: Readonly<Record<string, CriterionAnswer>>;
  readonly note: string | null;
  /** The reviewer's username. */
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date;
}

/** Finds a call's review, and whether the call is erased. Null if the workspace does not have the call. */
export async function findCallErasureAndReview(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callId: string,
): Promise<{ readonly isErased: boolean; readonly review: StoredCallReview | null } | null> {
  const row = await db
    .selectFrom('calls as c')
    .leftJoin('call_reviews as r', (join) =>
      join.onRef('r.workspace_id', '=', 'c.workspace_id').onRef('r.call_id', '=', 'c.id'),
    )
    .leftJoin('users as u', 'u.id', 'r.reviewed_by')
    .select(['c.erased_at', 'r.form_version', 'r.answers', 'r.note', 'r.reviewed_at', 'u.username'])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.id', '=', callId)
    .executeTakeFirst();
  if (!row) return null;
  const { form_version: formVersion, answers, reviewed_at: reviewedAt } = row;
  if (formVersion === null || answers === null || reviewedAt === null)
    return { isErased: row.erased_at !== null, review: null };
  const review = {
    formVersion,
    answers: answers as StoredCallReview['answers'],
    note: row.note,
    reviewedBy: row.username,
    reviewedAt,
  };
  return { isErased: row.erased_at !== null, review };
}

/**
 * Writes a call's review and replaces an older review. The call must be locked. Returns false if the call is erased.
 */
export async function writeCallReview(
  tx: Tx,
  workspaceId: string,
  callId: string,
  review: Omit<StoredCallReview, 'reviewedBy'> & { readonly userId: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into call_reviews (workspace_id, call_id, form_version, answers, note, reviewed_by, reviewed_at)
    select workspace_id, id, ${review.formVersion}::integer, ${JSON.stringify(review.answers)}::jsonb, ${review.note}::text,
      ${review.userId}::uuid, ${review.reviewedAt}::timestamptz
    from calls where workspace_id = ${workspaceId}::uuid and id = ${callId} and erased_at is null
    on conflict (workspace_id, call_id) do update set form_version = excluded.form_version, answers = excluded.answers,
      note = excluded.note, reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at
    returning call_id`.execute(tx);
  return rows.length > 0;
}

/** Deletes a call's review. The call must be locked. Returns false if it had no review. */
export async function deleteCallReviewRow(tx: Tx, workspaceId: string, callId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('call_reviews')
    .where('workspace_id', '=', workspaceId)
    .where('call_id', '=', callId)
    .returning('call_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Counts the call reviews written since `since` that still exist. */
export async function countCallReviewsSince(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('call_reviews')
    .select(sql<number>`count(*)`.as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('reviewed_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}
