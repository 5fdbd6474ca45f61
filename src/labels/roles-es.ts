/**
 * Names of roles, in a separate file, so that the header of every screen can load them without other texts about users.
 */
import type { Role } from '../contract/endpoint.ts';
import { findLabelEntry } from './known.ts';

const roleLabels = { admin: 'Administrador', editor: 'Editor', operator: 'Operador' } satisfies Record<Role, string>;

/** Returns a role's name, or 'Visualizador' for an unknown role. */
export function getRoleName(role: string): string {
  return findLabelEntry(roleLabels, role) ?? 'Visualizador';
}
