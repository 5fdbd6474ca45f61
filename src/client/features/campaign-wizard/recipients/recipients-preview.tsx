/** The first ten rows and five columns of the file, as they were understood. */
import { CircleAlert } from 'lucide-react';
import { recipientsStepLabels as labels } from '../../../../labels/wizard-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { RecipientSummary } from './recipient-summary.ts';

export function RecipientsPreview({ summary }: { readonly summary: RecipientSummary }) {
  const format = useFormat();
  const { columns, rows } = summary.preview;
  if (rows.length === 0 || columns.length === 0) return null;
  const size = labels.previewOf(
    format.count(rows.length),
    format.count(summary.rowCount),
    format.count(columns.length),
    format.count(summary.columnCount),
  );
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold">{labels.preview}</h3>
        <span className="text-xs text-muted tabular-nums">{size}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by keyboard too */}
      <section aria-label={labels.preview} tabIndex={0} className="overflow-x-auto rounded-md border border-line">
        <table className="w-full border-collapse text-left text-xs">
          <thead className="border-b border-line bg-sunken text-muted">
            <tr>
              <th scope="col" className="h-8 px-3 text-right font-medium">
                {labels.rowColumn}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="h-8 max-w-48 truncate px-3 font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells, mistaken }) => (
              <tr key={row} className={classNames('border-b border-line last:border-0', mistaken && 'bg-bad-soft')}>
                <td
                  className={classNames('h-8 px-3 text-right whitespace-nowrap', mistaken ? 'text-bad' : 'text-muted')}
                >
                  {mistaken ? <CircleAlert aria-hidden className="mr-1 -mt-0.5 inline size-3" /> : null}
                  {format.count(row)}
                </td>
                {columns.map((column, position) => (
                  <td key={column} className="h-8 max-w-48 truncate px-3" title={cells[position]}>
                    {cells[position]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
