/** Revokes API tokens when the user's password changes or sessions end, because an intruder may have made tokens. */
import type { Transaction } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { AuditLog } from '../../audit/index.ts';
import { deleteUserApiTokens } from './token-store.ts';

/** The person who revokes API tokens; `userId` is null for the server's operator. */
interface Author {
  readonly userId: string | null;
  readonly username: string | null;
  readonly address: string | null;
}

/**
 * Revokes all API tokens of a user. Each revocation is audited in the token's workspace. @returns how many of the
 * tokens had not expired.
 */
export async function revokeUserApiTokens(
  tx: Transaction<DatabaseSchema>,
  audit: AuditLog,
  by: Author,
  userId: string,
): Promise<number> {
  const tokens = await deleteUserApiTokens(tx, userId);
  const { username, address } = by;
  for (const { workspaceId, name } of tokens) {
    const author = { userId: by.userId, username, address };
    await audit.record({ ...author, workspaceId, action: 'token.revoked', target: name }, tx);
  }
  return tokens.filter(({ isLive }) => isLive).length;
}
