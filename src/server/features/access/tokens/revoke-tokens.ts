/** Ends the API tokens that somebody made, beside a new password or the end of sessions: who stole one may have made others. */
import type { Transaction } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Audit } from '../../audit/index.ts';
import { deleteTokensOf } from './token-store.ts';

/** Null: the operator of the machine. */
interface Author {
  readonly userId: string | null;
  readonly username: string | null;
  readonly address: string | null;
}

/** Writes one line in the log of each token's workspace. @returns how many that had not expired ended. */
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
