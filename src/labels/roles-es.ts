/** Names of roles. A file of its own, because every screen's header needs them. */
import type { Role } from '../contract/endpoint.ts';
import { findLabelEntry } from './known.ts';

const roleLabels = { admin: 'Administrador', editor: 'Editor', operator: 'Operador' } satisfies Record<Role, string>;

/** Returns a role's name, or 'Visualizador' for an unknown role. */
export function getRoleName(role: string): string {
  return findLabelEntry(roleLabels, role) ?? 'Visualizador';
}
