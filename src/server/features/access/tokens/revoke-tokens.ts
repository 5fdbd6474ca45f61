/** Ends a user's API tokens with a password change or the end of sessions, because a thief may have made tokens. */
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Audit } from '../../audit/index.ts';
import { deleteTokensOf } from './token-store.ts';

/** The person who revokes; `userId` is null for the operator of the server. */
interface Author {
  readonly userId: string | null;
  readonly username: string | null;
  readonly address: string | null;
}

/** Audits each token in its workspace. @returns how many tokens ended that had not expired. */
export async function revokeTokensOf(
  tx: Transaction<Schema>,
  audit: Audit,
  by: Author,
  userId: string,
): Promise<number> {
  const tokens = await deleteTokensOf(tx, userId);
  const { username, address } = by;
  for (const { workspaceId, name } of tokens) {
    const author = { userId: by.userId, username, address };
    await audit.record({ ...author, workspaceId, action: 'token.revoked', target: name }, tx);
  }
  return tokens.filter(({ isLive }) => isLive).length;
}
