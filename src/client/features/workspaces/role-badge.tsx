/** A role by its name; admins stand out. */
import { roleLabels, unknownRole } from '../../../labels/workspaces-es.ts';
import { Badge } from '../../ui/badge.tsx';

/** 'Visualizador' for a role that this version does not know. */
export function roleName(role: string): string {
  return (roleLabels as Readonly<Record<string, string | undefined>>)[role] ?? unknownRole;
}

export function RoleBadge({ role }: { readonly role: string }) {
  return (
    <Badge tone={role === 'admin' ? 'accent' : 'neutral'} className="align-middle">
      {roleName(role)}
    </Badge>
  );
}
