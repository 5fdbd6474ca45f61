/** Which role may do what another may. */
import type { Role } from '../../contract/endpoint.ts';
import { known } from '../../labels/known.ts';

const strength: Readonly<Record<Role, number>> = { operator: 0, editor: 1, admin: 2 };

/** Whether `own` may do what at least `needed` may; nobody without a workspace may. */
export function isAtLeast(own: Role | null, needed: Role): boolean {
  return own !== null && (known(strength, own) ?? 0) >= strength[needed];
}
