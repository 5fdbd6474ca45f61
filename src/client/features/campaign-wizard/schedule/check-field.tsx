/** 'Consulta antes de llamar': which of the allowed systems is asked about each person. Nothing where none is allowed. */
import { campaignInfoLabels } from '../../../../labels/campaign-detail-es.ts';
import { dialCheckLabels as labels } from '../../../../labels/dial-checks-es.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';

interface CheckFieldProps {
  readonly value: string | null;
  readonly onChange: (checkId: string | null) => void;
}

export default function CheckField({ value, onChange }: CheckFieldProps) {
  const { data: checks } = useApiQuery('listDialChecks', {});
  if (checks === undefined || (checks.length === 0 && !value)) return null;
  return (
    <Field label={campaignInfoLabels.check} hint={labels.fieldHint}>
      {(control) => (
        <Select {...control} value={value ?? ''} onChange={(event) => onChange(event.target.value || null)}>
          <option value="">{labels.none}</option>
          {checks.map(({ id, name, host }) => (
            <option key={id} value={id}>
              {labels.option(name, host)}
            </option>
          ))}
          {value && !checks.some(({ id }) => id === value) ? <option value={value}>{labels.gone}</option> : null}
        </Select>
      )}
    </Field>
  );
}
