/** Form field that chooses a role, with each role's rights. It registers itself as `role` in the surrounding form. */
import type { UseFormRegisterReturn } from 'react-hook-form';
import { roles } from '../../contract/endpoint.ts';
import { roleName } from '../../labels/roles-es.ts';
import { roleTexts } from '../../labels/workspaces-es.ts';
import { RadioCard } from './radio-card.tsx';

interface RoleChoiceProps {
  readonly label: string;
  readonly registration: UseFormRegisterReturn;
}

export function RoleChoice({ label, registration }: RoleChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {roles.map((role) => (
        <RadioCard key={role} value={role} label={roleName(role)} help={roleTexts[role]} {...registration} />
      ))}
    </fieldset>
  );
}
