/** Preview of the parsed recipient file: ten rows and five columns. Wrong cells can be edited in place. */
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { recipientListLabels as labels } from '../recipient-list-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Input } from '../../../ui/input.tsx';
import { getCellKey, type RecipientParsingChoices } from './reading-choices.ts';
import type {
  EditableRecipientPreviewCell,
  RecipientPreviewFilter,
  RecipientFileSummary,
} from './recipient-summary.ts';

/**
 * Maximum number of characters for which a cell's input is narrow. A longer text, such as two phone numbers, gets a
 * wide input.
 */
const shownLength = 20;

interface EditedCellProps extends Pick<EditableRecipientPreviewCell, 'isMistaken' | 'suggestions'> {
  readonly label: string;
  readonly row: number;
  readonly text: string;
  /**
   * Called with the edited text of a cell. `goesOn` is true if the user pressed Enter or accepted a suggestion. The
   * next wrong cell then gets the focus.
   */
  readonly onType: (text: string, goesOn: boolean) => void;
}

function EditedCell({ label, row, text, isMistaken, suggestions, onType }: EditedCellProps) {
  const [typed, setTyped] = useState(text);
  const take = (goesOn: boolean) => {
    if (typed.trim() !== text.trim()) onType(typed.trim(), goesOn);
  };
  return (
    <span className="flex items-center gap-1.5">
      <Input
        data-field={isMistaken ? 'cell' : 'oddCell'}
        data-row={row}
        aria-label={label}
        aria-invalid={isMistaken ? true : undefined}
        className={classNames('h-7 px-2 text-xs', text.length > shownLength ? 'w-64' : 'w-40')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => take(false)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take(true);
        }}
      />
      {suggestions.map((suggestion) => (
        <Button key={suggestion} size="small" className="h-7 px-2" onClick={() => onType(suggestion, true)}>
          {labels.takeSuggestion(suggestion)}
        </Button>
      ))}
    </span>
  );
}

interface RecipientsPreviewProps {
  readonly summary: RecipientFileSummary;
  readonly filter: RecipientPreviewFilter;
  readonly onShowAll: () => void;
  readonly typed: RecipientParsingChoices['cells'];
  readonly onType: (change: (typed: RecipientParsingChoices['cells']) => RecipientParsingChoices['cells']) => void;
}

export function RecipientFilePreview({ summary, filter, onShowAll, typed, onType }: RecipientsPreviewProps) {
  const format = useRegionalFormat();
  const section = useRef<HTMLElement>(null);
  /**
   * Row of the preview that the user edited last. After the file is parsed again, the first wrong cell from this row on
   * gets the focus.
   */
  const edited = useRef<{ readonly row: number; readonly of: RecipientFileSummary } | null>(null);
  useEffect(() => {
    const from = edited.current;
    if (from === null || from.of === summary) return;
    edited.current = null;
    const cells = [...(section.current?.querySelectorAll<HTMLElement>('[data-field=cell]') ?? [])];
    (cells.find((cell) => Number(cell.dataset['row']) >= from.row) ?? cells[0] ?? section.current)?.focus();
  });
  const { columns } = summary.preview;
  const rows = summary.preview.rows[filter];
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
        {filter === 'all' ? null : (
          <p className="flex basis-full flex-wrap items-center gap-2 text-xs text-muted">
            {labels.previewFiltered[filter]}
            <Button size="small" variant="ghost" onClick={onShowAll}>
              {labels.showAll}
            </Button>
          </p>
        )}
        {rows.some(({ marked }) => marked.some(({ isMistaken }) => isMistaken)) ? (
          <p className="basis-full text-xs text-muted">{labels.previewCorrections}</p>
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
            {rows.map(({ row, cells, isMistaken, marked }) => (
              <tr
                key={row}
                className={classNames(
                  'border-b border-line last:border-0',
                  isMistaken ? 'bg-bad-soft' : marked.length > 0 && 'bg-attention-soft',
                )}
              >
                <td
                  className={classNames(
                    'h-8 px-3 text-right whitespace-nowrap',
                    isMistaken ? 'text-bad' : marked.length > 0 ? 'text-attention' : 'text-muted',
                  )}
                >
                  {isMistaken ? <CircleAlert aria-hidden className="mr-1 -mt-0.5 inline size-3" /> : null}
                  {!isMistaken && marked.length > 0 ? (
                    <TriangleAlert aria-hidden className="mr-1 -mt-0.5 inline size-3" />
                  ) : null}
                  {format.count(row)}
                </td>
                {columns.map(({ name, position }, index) => {
                  const cell = marked.find((each) => each.position === position);
                  return cell ? (
                    <td key={position} className="px-3 py-0.5">
                      <EditedCell
                        label={labels.cell(name, format.count(row))}
                        row={row}
                        text={cells[index] ?? ''}
                        isMistaken={cell.isMistaken}
                        suggestions={cell.suggestions}
                        onType={(text, goesOn) => {
                          if (goesOn) edited.current = { row, of: summary };
                          onType((all) => ({ ...all, [getCellKey(row, position)]: text }));
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
          {labels.cellsCorrected(format.count(typedCount))}
          <Button size="small" onClick={() => onType(() => ({}))}>
            {labels.undoCells}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
