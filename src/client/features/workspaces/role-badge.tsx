/** A role's name as a badge; admins are highlighted. */
import { getRoleName } from '../../../labels/roles-es.ts';
import { Badge } from '../../ui/badge.tsx';

export function RoleBadge({ role }: { readonly role: string }) {
  return (
    <Badge tone={role === 'admin' ? 'accent' : 'neutral'} className="align-middle">
      {getRoleName(role)}
    </Badge>
  );
}
