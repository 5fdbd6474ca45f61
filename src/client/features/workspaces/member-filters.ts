/** Search and role filter for a workspace's members, stored in the URL. Pure. */
import type { WorkspaceMember } from '../../../contract/access.ts';
import { memberRoles, type Role } from '../../../contract/endpoint.ts';
import { containsAllSearchWords } from '../../format/text-search.ts';

export interface MemberFilters {
  readonly query: string;
  /** Role by which members are filtered; null for all roles. */
  readonly role: Role | null;
}

/** Reads the filters of the member list from the URL. An unknown role counts as no filter. */
export function readMemberFiltersFromUrl(search: URLSearchParams): MemberFilters {
  const role = search.get('role');
  return { query: search.get('q') ?? '', role: memberRoles.find((known) => known === role) ?? null };
}

export function filterMembers(
  members: readonly WorkspaceMember[],
  { query, role }: MemberFilters,
): readonly WorkspaceMember[] {
  return members.filter(
    (member) =>
      (role === null || member.role === role) &&
      containsAllSearchWords(query, [member.username, member.email, member.firstName, member.lastName]),
  );
}

/** First and last name of a member; null if both are unknown. */
export const formatMemberFullName = ({
  firstName,
  lastName,
}: Pick<WorkspaceMember, 'firstName' | 'lastName'>): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null;
