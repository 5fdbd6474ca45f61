/** Ten rows and five columns of the list as they were understood; what is wrong is typed anew right there. */
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { recipientsStepLabels as labels } from '../../../../labels/wizard-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Input } from '../../../ui/input.tsx';
import { cellKey, type ReadingChoices } from './csv-reading.ts';
import type { RecipientSummary } from './recipient-summary.ts';

interface BadCellProps {
  readonly label: string;
  readonly row: number;
  readonly text: string;
  readonly suggestion: string | null;
  /** `goesOn`: by the keyboard or the suggestion; the next bad cell is wanted. */
  readonly onType: (text: string, goesOn: boolean) => void;
}

function BadCell({ label, row, text, suggestion, onType }: BadCellProps) {
  const [typed, setTyped] = useState(text);
  const take = (goesOn: boolean) => {
    if (typed.trim() !== text.trim()) onType(typed.trim(), goesOn);
  };
  return (
    <span className="flex items-center gap-1.5">
      <Input
        data-field="cell"
        data-row={row}
        aria-label={label}
        aria-invalid
        className="h-7 w-40 px-2 text-xs"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => take(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(true);
        }}
      />
      {suggestion ? (
        <Button size="small" className="h-7 px-2" onClick={() => onType(suggestion, true)}>
          {labels.takeSuggestion(suggestion)}
        </Button>
      ) : null}
    </span>
  );
}

interface RecipientsPreviewProps {
  readonly summary: RecipientSummary;
  readonly typed: ReadingChoices['cells'];
  readonly onType: (change: (typed: ReadingChoices['cells']) => ReadingChoices['cells']) => void;
}

export function RecipientsPreview({ summary, typed, onType }: RecipientsPreviewProps) {
  const format = useFormat();
  const section = useRef<HTMLElement>(null);
  /** The row that was mended last: the focus goes on from there once the list was understood anew. */
  const mended = useRef<{ readonly row: number; readonly of: RecipientSummary } | null>(null);
  useEffect(() => {
    const from = mended.current;
    if (from === null || from.of === summary) return;
    mended.current = null;
    const cells = [...(section.current?.querySelectorAll<HTMLElement>('[data-field=cell]') ?? [])];
    (cells.find((cell) => Number(cell.dataset['row']) >= from.row) ?? cells[0] ?? section.current)?.focus();
  });
  const { columns, rows } = summary.preview;
  if (rows.length === 0 || columns.length === 0) return null;
  const size = labels.previewOf(
    format.count(rows.length),
    format.count(summary.rowCount),
    format.count(columns.length),
    format.count(summary.columnCount),
  );
  const typedCount = Object.keys(typed).length;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{labels.preview}</h3>
        <span className="text-xs text-muted tabular-nums">{size}</span>
        {rows.some(({ bad }) => bad.length > 0) ? (
          <p className="basis-full text-xs text-muted">{labels.previewMends}</p>
        ) : null}
      </div>
      <section
        ref={section}
        aria-label={labels.preview}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by keyboard too
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line"
      >
        <table className="w-full border-collapse text-left text-xs">
          <thead className="border-b border-line bg-sunken text-muted">
            <tr>
              <th scope="col" className="h-8 px-3 text-right font-medium">
                {labels.rowColumn}
              </th>
              {columns.map(({ name, position }) => (
                <th key={position} scope="col" className="h-8 max-w-48 truncate px-3 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells, mistaken, bad }) => (
              <tr key={row} className={classNames('border-b border-line last:border-0', mistaken && 'bg-bad-soft')}>
                <td
                  className={classNames('h-8 px-3 text-right whitespace-nowrap', mistaken ? 'text-bad' : 'text-muted')}
                >
                  {mistaken ? <CircleAlert aria-hidden className="mr-1 -mt-0.5 inline size-3" /> : null}
                  {format.count(row)}
                </td>
                {columns.map(({ name, position }, index) => {
                  const wrong = bad.find((each) => each.position === position);
                  return wrong ? (
                    <td key={position} className="px-3 py-0.5">
                      <BadCell
                        label={labels.cell(name, format.count(row))}
                        row={row}
                        text={cells[index] ?? ''}
                        suggestion={wrong.suggestion}
                        onType={(text, goesOn) => {
                          if (goesOn) mended.current = { row, of: summary };
                          onType((all) => ({ ...all, [cellKey(row, position)]: text }));
                        }}
                      />
                    </td>
                  ) : (
                    <td key={position} className="h-8 max-w-48 truncate px-3" title={cells[index]}>
                      {cells[index]}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {typedCount > 0 ? (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-xs text-muted">
          {labels.cellsMended(format.count(typedCount), typedCount === 1)}
          <Button size="small" onClick={() => onType(() => ({}))}>
            {labels.undoCells}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
