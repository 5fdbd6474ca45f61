/** Role names for every screen's header. In a file of their own, apart from the screens that manage roles. */
import type { Role } from '../contract/endpoint.ts';
import { known } from './known.ts';

const roleLabels = { admin: 'Administrador', editor: 'Editor', operator: 'Operador' } satisfies Record<Role, string>;

/** Returns a role's name, or 'Visualizador' for an unknown role. */
export function roleName(role: string): string {
  return known(roleLabels, role) ?? 'Visualizador';
}
