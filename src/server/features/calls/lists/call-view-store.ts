/** Rows of `call_views`: a user's saved views of the call history in one workspace. */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { SavedCallView } from '../../../../contract/call-views.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

export interface SavedCallViewOwner {
  readonly workspaceId: string;
  readonly userId: string;
}

const columns = ['id', 'name', 'search'] as const;

export async function findSavedCallViews(
  db: Kysely<DatabaseSchema>,
  { workspaceId, userId }: SavedCallViewOwner,
): Promise<SavedCallView[]> {
  return db
    .selectFrom('call_views')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Counts a user's saved views. A lock on the user prevents new views until the transaction ends. */
export async function lockUserAndCountSavedCallViews(
  tx: Transaction<DatabaseSchema>,
  { workspaceId, userId }: SavedCallViewOwner,
): Promise<number> {
  await sql`select from users where id = ${userId}::uuid for no key update`.execute(tx);
  const { views } = await tx
    .selectFrom('call_views')
    .select(({ fn }) => fn.countAll<number>().as('views'))
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return views;
}

/** Inserts a saved view of the call history. Throws PostgreSQL's 23505 if the user has a view of that name. */
export async function insertSavedCallView(
  tx: Transaction<DatabaseSchema>,
  { workspaceId, userId }: SavedCallViewOwner,
  view: Pick<SavedCallView, 'name' | 'search'>,
  at: Date,
): Promise<SavedCallView> {
  return tx
    .insertInto('call_views')
    .values({ workspace_id: workspaceId, user_id: userId, ...view, created_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Changes a saved view of the call history. Returns null if the user does not have it. */
export async function updateSavedCallView(
  db: Kysely<DatabaseSchema>,
  { workspaceId, userId }: SavedCallViewOwner,
  { id, name, search }: SavedCallView,
): Promise<SavedCallView | null> {
  const view = await db
    .updateTable('call_views')
    .set({ name, search })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return view ?? null;
}

/** Deletes a saved view of the call history. Returns false if the user does not have it. */
export async function deleteSavedCallView(
  db: Kysely<DatabaseSchema>,
  { workspaceId, userId }: SavedCallViewOwner,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('call_views')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
