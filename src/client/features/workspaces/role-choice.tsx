/** The choice of a role, with what each one may do. Registers itself as `role` in the form around it. */
import type { UseFormRegisterReturn } from 'react-hook-form';
import { roles } from '../../../contract/endpoint.ts';
import { roleName } from '../../../labels/roles-es.ts';
import { roleTexts } from '../../../labels/workspaces-es.ts';

interface RoleChoiceProps {
  readonly label: string;
  readonly registration: UseFormRegisterReturn;
}

export function RoleChoice({ label, registration }: RoleChoiceProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      {roles.map((role) => (
        <label
          key={role}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2 transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input type="radio" value={role} className="mt-0.5 size-4 shrink-0 accent-accent" {...registration} />
          <span>
            <span className="block font-medium">{roleName(role)}</span>
            <span className="block text-xs text-muted">{roleTexts[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
