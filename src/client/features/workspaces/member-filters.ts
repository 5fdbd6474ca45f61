/** Search and role filter for a workspace's members, stored in the URL. Pure. */
import type { Member } from '../../../contract/access.ts';
import { roles, type Role } from '../../../contract/endpoint.ts';
import { matchesSearch } from '../../format/text-search.ts';

export interface MemberFilters {
  readonly query: string;
  /** Role by which members are filtered; null for all roles. */
  readonly role: Role | null;
}

/** Reads the filters of members from the URL; an unknown role counts as none. */
export function readMemberFilters(search: URLSearchParams): MemberFilters {
  const role = search.get('role');
  return { query: search.get('q') ?? '', role: roles.find((known) => known === role) ?? null };
}

export function filterMembers(members: readonly Member[], { query, role }: MemberFilters): readonly Member[] {
  return members.filter(
    (member) =>
      (role === null || member.role === role) &&
      matchesSearch(query, [member.username, member.email, member.firstName, member.lastName]),
  );
}

/** First and last name of a member; null if both are unknown. */
export const memberFullName = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null;
