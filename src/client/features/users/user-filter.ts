/** Search filter and display name of users. Pure. */
import type { UserAccount } from '../../../contract/access.ts';
import { containsAllSearchWords } from '../../format/text-search.ts';

export function filterUsers(users: readonly UserAccount[], query: string): readonly UserAccount[] {
  return users.filter(({ username, email, firstName, lastName }) =>
    containsAllSearchWords(query, [username, email, firstName, lastName]),
  );
}

/** First and last name of a user; null if both are unknown. */
export const formatUserFullName = ({
  firstName,
  lastName,
}: Pick<UserAccount, 'firstName' | 'lastName'>): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null;
