/** Order of the roles. */
import type { Role } from '../../contract/endpoint.ts';
import { findLabelEntry } from '../../labels/known.ts';

const strength: Readonly<Record<Role, number>> = { operator: 0, editor: 1, admin: 2 };

/** True if role `own` has at least the rights of role `needed`; false if `own` is null. */
export function isRoleAtLeast(own: Role | null, needed: Role): boolean {
  return own !== null && (findLabelEntry(strength, own) ?? 0) >= strength[needed];
}
