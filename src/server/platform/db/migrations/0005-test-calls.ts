// Migration: table of test calls to people's own phones, which limits each person's calls over all servers.
import { sql, type Kysely } from 'kysely';

const statements = [
  `create table test_calls (
    workspace_id uuid not null,
    id uuid not null,
    user_id uuid not null,
    ordered_at timestamptz not null,
    /* When the provider's answer was known; null: the order is under way, or its server died. */
    answered_at timestamptz,
    primary key (workspace_id, id)
  )`,
  /*
   * The index does not contain the workspace, because the limit of test calls counts a user's calls in all workspaces.
   */
  `create index test_calls_by_user on test_calls (user_id, ordered_at)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
