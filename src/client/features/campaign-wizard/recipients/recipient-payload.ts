/**
 * What the worker makes of a file for the outside: the request's JSON and the CSV of the mistaken rows. Both as Blobs,
 * because text of this size built or copied on the page's own thread would freeze it. Pure.
 */
import { longestCell, longestReason } from '../../../../contract/recipient-file.ts';
import { recipientListLabels } from '../../../../labels/recipient-list-es.ts';
import { csvBom, csvLine } from '../../../../contract/csv-line.ts';
import type { RecipientFile } from './csv-reading.ts';
import { unnamedColumn, type RecipientColumns } from './recipient-columns.ts';
import { cellAt, valuesOf, type RejectedRecipient } from './recipient-summary.ts';

const rowsPerPart = 500;

/** `[{…}, …]` of `recipients`, rows keyed by their column names. */
export function recipientsJson({ columns, accepted }: RecipientFile): Blob {
  return jsonArray(
    accepted.map(
      ({ cells }) =>
        () =>
          valuesOf(columns, cells),
    ),
  );
}

/** `["+549…", …]`, repeated ones included. */
export function phoneNumbersJson({ columns, accepted }: RecipientFile): Blob {
  return new Blob([JSON.stringify(accepted.map(({ cells }) => cellAt(cells, columns.phoneAt)))], {
    type: 'application/json',
  });
}

/** `[{row, reason, values}, …]` of `rejectedRows`. */
export function rejectedRowsJson({ columns, rejected }: RecipientFile): Blob {
  return jsonArray(
    rejected.map(({ row, errors, cells }) => () => ({
      row,
      reason: errors.join('; ').slice(0, longestReason),
      values: rejectedValues(columns, cells),
    })),
  );
}

/** Cut to what the server takes; cells beyond the header get a name by their place. */
function rejectedValues(columns: RecipientColumns, cells: readonly string[]): Readonly<Record<string, string>> {
  const { length } = columns.names;
  const beyond = cells
    .slice(length)
    .flatMap((cell, index): [string, string][] => (cell === '' ? [] : [[unnamedColumn(length + index), cell]]));
  const values = [...Object.entries(valuesOf(columns, cells)), ...beyond];
  return Object.fromEntries(values.map(([name, value]) => [name, value.slice(0, longestCell)]));
}

/** In parts: one string of all of it may be longer than an engine allows. */
function jsonArray(items: readonly (() => unknown)[]): Blob {
  const parts: string[] = [];
  for (let from = 0; from < items.length; from += rowsPerPart) {
    const part = items.slice(from, from + rowsPerPart).map((item) => JSON.stringify(item()));
    parts.push(`${from === 0 ? '' : ','}${part.join(',')}`);
  }
  return new Blob(['[', ...parts, ']'], { type: 'application/json' });
}

/** The mistaken rows as Excel in Spanish opens them: BOM, `;`, CRLF, each with its row number and what is wrong. */
export function rejectedRowsCsv({ columns, rejected }: RecipientFile): Blob {
  const width = Math.max(columns.names.length, ...rejected.map(({ cells }) => cells.length));
  const names = Array.from({ length: width }, (_, position) => columns.names[position] ?? unnamedColumn(position));
  const lines = [
    csvLine([...recipientListLabels.errorsFileColumns, ...names]),
    ...rejected.map((each) => csvLine(rejectedCells(each, width))),
  ];
  return new Blob([csvBom, ...lines], { type: 'text/csv;charset=utf-8' });
}

function rejectedCells({ row, errors, cells }: RejectedRecipient, width: number): readonly string[] {
  return [String(row), errors.join('; '), ...Array.from({ length: width }, (_, position) => cellAt(cells, position))];
}
