/** Names of roles, which the header of every screen shows: apart from the texts of the screens that manage them. */
import type { Role } from '../contract/endpoint.ts';
import { known } from './known.ts';

const roleLabels = { admin: 'Administrador', editor: 'Editor', operator: 'Operador' } satisfies Record<Role, string>;

/** 'Visualizador' for a role that this version does not know. */
export function roleName(role: string): string {
  return known(roleLabels, role) ?? 'Visualizador';
}
