/** Search filter and display name of users. Pure. */
import type { User } from '../../../contract/access.ts';
import { matchesSearch } from '../../format/text-search.ts';

export function filterUsers(users: readonly User[], query: string): readonly User[] {
  return users.filter(({ username, email, firstName, lastName }) =>
    matchesSearch(query, [username, email, firstName, lastName]),
  );
}

/** First and last name of a user; null if both are unknown. */
export const userFullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null;
