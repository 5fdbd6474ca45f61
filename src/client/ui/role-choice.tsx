/** Form field for choosing a role, with the rights of each role. It is the field `role` of the surrounding form. */
import type { UseFormRegisterReturn } from 'react-hook-form';
import { memberRoles } from '../../contract/endpoint.ts';
import { getRoleName } from '../../labels/roles-es.ts';
import { roleDescriptions } from '../../labels/workspaces-es.ts';
import { RadioCard } from './radio-card.tsx';

interface RoleChoiceProps {
  readonly label: string;
  readonly registration: UseFormRegisterReturn;
}

export function RoleChoiceField({ label, registration }: RoleChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {memberRoles.map((role) => (
        <RadioCard key={role} value={role} label={getRoleName(role)} help={roleDescriptions[role]} {...registration} />
      ))}
    </fieldset>
  );
}
