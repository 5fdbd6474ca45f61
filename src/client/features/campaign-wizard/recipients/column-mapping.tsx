/** Which column is the phone and which the name, where the header does not say: proposed, confirmed, changed. */
import { Columns3 } from 'lucide-react';
import { useId, useState } from 'react';
import { mappingLabels as labels } from '../../../../labels/wizard-es.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';
import type { ColumnMapping as Mapping } from './column-proposal.ts';
import type { ColumnChoice } from './recipient-columns.ts';

interface ColumnMappingProps {
  readonly mapping: Mapping;
  readonly onChoose: (choice: ColumnChoice) => void;
}

interface ColumnSelectProps {
  readonly label: string;
  readonly columns: Mapping['columns'];
  readonly position: number | null;
  readonly onChange: (position: number) => void;
  readonly error?: string | undefined;
}

function ColumnSelect({ label, columns, position, onChange, error }: ColumnSelectProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          {...control}
          data-field="column"
          value={position ?? ''}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          <option value="" disabled>
            {labels.choose}
          </option>
          {columns.map(({ name, sample }, index) => (
            // Columns have no other identity than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <option key={index} value={index}>
              {labels.column(name, sample)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function MappingForm({ mapping, onChoose }: ColumnMappingProps) {
  const titleId = useId();
  const [phoneAt, setPhoneAt] = useState(mapping.phoneAt);
  const [nameAt, setNameAt] = useState(mapping.nameAt);
  const [headerIsRow, setHeaderIsRow] = useState(mapping.headerIsRow);
  const isSame = phoneAt !== null && phoneAt === nameAt;
  const { columns } = mapping;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4 rounded-md border border-line p-4">
      <div>
        <h3 id={titleId} className="font-semibold">
          {labels.title}
        </h3>
        <p className="text-xs text-muted">{labels.text}</p>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ColumnSelect label={labels.phone} columns={columns} position={phoneAt} onChange={setPhoneAt} />
        <ColumnSelect
          label={labels.name}
          columns={columns}
          position={nameAt}
          onChange={setNameAt}
          error={isSame ? labels.sameColumn : undefined}
        />
      </div>
      {mapping.mayHaveNoHeader ? (
        <label className="flex items-center gap-2">
          <Checkbox checked={headerIsRow} onChange={(event) => setHeaderIsRow(event.target.checked)} />
          {labels.noHeader}
        </label>
      ) : null}
      <Button
        className="self-start"
        disabled={phoneAt === null || nameAt === null || isSame}
        onClick={() => {
          if (phoneAt !== null && nameAt !== null) onChoose({ phoneAt, nameAt, headerIsRow });
        }}
      >
        {labels.use}
      </Button>
    </section>
  );
}

export function ColumnMapping({ mapping, onChoose }: ColumnMappingProps) {
  const [isChanging, setChanging] = useState(!mapping.isChosen);
  if (isChanging) {
    return (
      <MappingForm
        mapping={mapping}
        onChoose={(choice) => {
          setChanging(false);
          onChoose(choice);
        }}
      />
    );
  }
  const nameOf = (position: number | null) => mapping.columns[position ?? -1]?.name ?? '';
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="flex min-w-0 items-start gap-2 break-words">
        <Columns3 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        {labels.chosen(nameOf(mapping.phoneAt), nameOf(mapping.nameAt))}
      </span>
      <Button size="small" variant="ghost" onClick={() => setChanging(true)}>
        {labels.change}
      </Button>
    </p>
  );
}
