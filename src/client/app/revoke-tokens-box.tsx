/** Checkbox to revoke the user's API tokens along with a new password or ended sessions; hidden without tokens. */
import { useId } from 'react';
import { revokeTokensLabels as labels } from '../../labels/account-es.ts';
import { useApiQuery } from '../api/queries.ts';
import { Checkbox } from '../ui/checkbox.tsx';

interface RevokeTokensBoxProps {
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function RevokeApiTokensCheckbox({ checked, disabled, onChange }: RevokeTokensBoxProps) {
  const id = useId();
  const { data } = useApiQuery('countOwnTokens', {}, { staleTime: 0 });
  if (!data?.count) return null;
  return (
    <div className="mt-3 flex gap-3">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        disabled={disabled}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{labels.own(data.count)}</label>
        <p id={`${id}-hint`} className="text-xs text-muted">
          {labels.effect}
        </p>
      </div>
    </div>
  );
}
