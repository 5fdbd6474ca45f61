/** Names of roles for every screen's header. Separate from the texts of the screens that manage roles. */
import type { Role } from '../contract/endpoint.ts';
import { known } from './known.ts';

const roleLabels = { admin: 'Administrador', editor: 'Editor', operator: 'Operador' } satisfies Record<Role, string>;

/** The role's name. 'Visualizador' for an unknown role. */
export function roleName(role: string): string {
  return known(roleLabels, role) ?? 'Visualizador';
}
