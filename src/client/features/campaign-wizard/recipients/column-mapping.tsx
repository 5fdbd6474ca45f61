/** Form to choose which columns of a recipient file have the phone number and the name. */
import { Columns3, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { columnMappingLabels as labels } from '../recipient-list-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { FormField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';
import type { RecipientColumnMapping as Mapping } from './column-proposal.ts';
import type { RecipientColumnChoice } from './recipient-columns.ts';
import type { RecipientFileSummary } from './recipient-summary.ts';

interface ColumnMappingProps {
  readonly mapping: Mapping;
  readonly layout: RecipientFileSummary['layout'];
  readonly onChoose: (choice: RecipientColumnChoice) => void;
  readonly onHeaderRow: (row: number) => void;
}

interface ColumnSelectProps {
  readonly label: string;
  readonly mapping: Mapping;
  readonly position: number | null;
  readonly onChange: (position: number) => void;
  readonly error?: string | undefined;
}

function ColumnSelect({ label, mapping: { columns, rowCount }, position, onChange, error }: ColumnSelectProps) {
  const { count } = useRegionalFormat();
  return (
    <FormField label={label} error={error}>
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
          {columns.map(({ name, sample, numbers }, index) => {
            const column = labels.column(name, sample);
            return (
              // Columns of a recipient file may have equal names, so the index is the React key.
              // oxlint-disable-next-line react/no-array-index-key
              <option key={index} value={index}>
                {numbers > 0 ? labels.numbersOf(column, count(numbers), count(rowCount)) : column}
              </option>
            );
          })}
        </Select>
      )}
    </FormField>
  );
}

interface FillBoxProps {
  readonly mapping: Mapping;
  readonly phoneAt: number | null;
  readonly fillAt: number | null;
  readonly onChange: (fillAt: number | null) => void;
}

/** Checkbox to fill empty phone cells from another column. The column that fills the most empty cells is offered. */
function FillBox({ mapping: { columns, fills }, phoneAt, fillAt, onChange }: FillBoxProps) {
  const format = useRegionalFormat();
  const [best] = fills.filter((fill) => fill.phoneAt === phoneAt).toSorted((one, other) => other.count - one.count);
  if (!best) return null;
  return (
    <label className="flex items-center gap-2">
      <Checkbox
        checked={fillAt === best.from}
        onChange={(event) => onChange(event.target.checked ? best.from : null)}
      />
      {labels.fill(columns[best.from]?.name ?? '', format.count(best.count))}
    </label>
  );
}

interface MappingFormProps extends ColumnMappingProps {
  /**
   * Callback that closes the form without a change. Null if the user must choose the columns before the form can close.
   */
  readonly onCancel: (() => void) | null;
}

function MappingForm({ mapping, layout, onChoose, onHeaderRow, onCancel }: MappingFormProps) {
  const titleId = useId();
  const [phoneAt, setPhoneAt] = useState(mapping.phoneAt);
  const [nameAt, setNameAt] = useState(mapping.nameAt);
  const [fillAt, setFillAt] = useState(mapping.fillAt);
  const [headerIsRow, setHeaderIsRow] = useState(mapping.headerIsRow);
  const isSame = phoneAt !== null && phoneAt === nameAt;
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-4 rounded-md border border-line p-4">
      <div>
        <h3 id={titleId} className="font-semibold">
          {labels.title}
        </h3>
        <p className="text-xs text-muted">{mapping.saidBy === 'nobody' ? labels.unsaid : labels.text}</p>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ColumnSelect
          label={labels.phone}
          mapping={mapping}
          position={phoneAt}
          onChange={(position) => {
            setPhoneAt(position);
            setFillAt(null);
          }}
        />
        <ColumnSelect
          label={labels.name}
          mapping={mapping}
          position={nameAt}
          onChange={setNameAt}
          error={isSame ? labels.sameColumn : undefined}
        />
        {layout && layout.firstRows.length > 1 ? (
          <FormField label={labels.headerRow}>
            {(control) => (
              <Select
                {...control}
                data-field="headerRow"
                value={layout.headerRow}
                onChange={(event) => onHeaderRow(Number(event.target.value))}
              >
                {layout.firstRows.map(({ row, text }) => (
                  <option key={row} value={row}>
                    {labels.headerRowOption(String(row), text)}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        ) : null}
      </div>
      <FillBox mapping={mapping} phoneAt={phoneAt} fillAt={fillAt} onChange={setFillAt} />
      {mapping.mayHaveNoHeader ? (
        <label className="flex items-center gap-2">
          <Checkbox checked={headerIsRow} onChange={(event) => setHeaderIsRow(event.target.checked)} />
          {labels.noHeader}
        </label>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={phoneAt === null || nameAt === null || isSame}
          onClick={() => {
            if (phoneAt !== null && nameAt !== null) onChoose({ phoneAt, fillAt, nameAt, headerIsRow });
          }}
        >
          {labels.use}
        </Button>
        {onCancel ? (
          <Button variant="ghost" onClick={onCancel}>
            {labels.cancel}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/**
 * Shows which columns have the phone number and the name. If another column has more phone numbers, offers that column.
 */
function Understood({
  mapping,
  onChoose,
  onChange,
}: Omit<ColumnMappingProps, 'layout' | 'onHeaderRow'> & { readonly onChange: () => void }) {
  const { count } = useRegionalFormat();
  const { columns, rowCount, phoneAt, nameAt, fillAt, headerIsRow } = mapping;
  const [ticked, setTicked] = useState(fillAt);
  const nameOf = (position: number | null) => columns[position ?? -1]?.name ?? '';
  const numbersIn = (position: number | null) => columns[position ?? -1]?.numbers ?? 0;
  const fullest = columns.reduce(
    (best, { numbers }, position) => (numbers > numbersIn(best) ? position : best),
    phoneAt,
  );
  const choose = (change: Partial<RecipientColumnChoice>) => {
    if (phoneAt !== null && nameAt !== null) onChoose({ phoneAt, fillAt, nameAt, headerIsRow, ...change });
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="flex min-w-0 items-start gap-2 break-words">
          <Columns3 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          {labels.chosen(
            fillAt === null ? nameOf(phoneAt) : labels.filled(nameOf(phoneAt), nameOf(fillAt)),
            nameOf(nameAt),
          )}
        </span>
        <Button size="small" variant="ghost" onClick={onChange}>
          {labels.change}
        </Button>
      </p>
      {fullest !== phoneAt && fullest !== null && fillAt === null ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="flex items-start gap-2 text-attention">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {labels.fuller(
              nameOf(phoneAt),
              count(numbersIn(phoneAt)),
              count(rowCount),
              nameOf(fullest),
              count(numbersIn(fullest)),
            )}
          </p>
          <Button size="small" onClick={() => choose({ phoneAt: fullest, fillAt: null })}>
            {labels.takeFuller(nameOf(fullest))}
          </Button>
        </div>
      ) : null}
      <FillBox
        mapping={mapping}
        phoneAt={phoneAt}
        fillAt={ticked}
        onChange={(position) => {
          setTicked(position);
          choose({ fillAt: position });
        }}
      />
    </div>
  );
}

export function ColumnMappingForm({ mapping, layout, onChoose, onHeaderRow }: ColumnMappingProps) {
  const isAsked = mapping.saidBy === 'nobody';
  const [isChanging, setChanging] = useState(isAsked);
  if (!isChanging) return <Understood mapping={mapping} onChoose={onChoose} onChange={() => setChanging(true)} />;
  return (
    <MappingForm
      mapping={mapping}
      layout={layout}
      onHeaderRow={onHeaderRow}
      onChoose={(choice) => {
        setChanging(false);
        onChoose(choice);
      }}
      onCancel={isAsked ? null : () => setChanging(false)}
    />
  );
}
