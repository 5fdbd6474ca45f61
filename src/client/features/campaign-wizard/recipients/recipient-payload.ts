/**
 * Output of the worker: the request's JSON and the CSV of the rows with errors. Both are Blobs, because building or
 * copying text of this size on the main thread would freeze it. Pure.
 */
import { longestCell, longestReason } from '../../../../contract/recipient-file.ts';
import { recipientListLabels } from '../recipient-list-es.ts';
import { csvBom, csvLine } from '../../../../contract/csv-line.ts';
import type { RecipientFile } from './csv-reading.ts';
import { unnamedColumn, type RecipientColumns } from './recipient-columns.ts';
import { cellAt, valuesOf, type RejectedRecipient } from './recipient-summary.ts';

const rowsPerPart = 500;

/** JSON `[{…}, …]` for `recipients`, rows keyed by column names. */
export function recipientsJson({ columns, accepted }: RecipientFile): Blob {
  return jsonArray(
    accepted.map(
      ({ cells }) =>
        () =>
          valuesOf(columns, cells),
    ),
  );
}

/** JSON `["+549…", …]` of all accepted numbers, repeated ones included. */
export function phoneNumbersJson({ columns, accepted }: RecipientFile): Blob {
  return new Blob([JSON.stringify(accepted.map(({ cells }) => cellAt(cells, columns.phoneAt)))], {
    type: 'application/json',
  });
}

/** JSON `[{row, reason, values}, …]` for `rejectedRows`. */
export function rejectedRowsJson({ columns, rejected }: RecipientFile): Blob {
  return jsonArray(
    rejected.map(({ row, errors, cells }) => () => ({
      row,
      reason: errors.join('; ').slice(0, longestReason),
      values: rejectedValues(columns, cells),
    })),
  );
}

/** A rejected row's values, cut to the server's limits. Cells beyond the header are named by their position. */
function rejectedValues(columns: RecipientColumns, cells: readonly string[]): Readonly<Record<string, string>> {
  const { length } = columns.names;
  const beyond = cells
    .slice(length)
    .flatMap((cell, index): [string, string][] => (cell === '' ? [] : [[unnamedColumn(length + index), cell]]));
  const values = [...Object.entries(valuesOf(columns, cells)), ...beyond];
  return Object.fromEntries(values.map(([name, value]) => [name, value.slice(0, longestCell)]));
}

/** Builds JSON in parts, because one string may be longer than an engine allows. */
function jsonArray(items: readonly (() => unknown)[]): Blob {
  const parts: string[] = [];
  for (let from = 0; from < items.length; from += rowsPerPart) {
    const part = items.slice(from, from + rowsPerPart).map((item) => JSON.stringify(item()));
    parts.push(`${from === 0 ? '' : ','}${part.join(',')}`);
  }
  return new Blob(['[', ...parts, ']'], { type: 'application/json' });
}

/** The rejected rows as CSV for Excel in Spanish: BOM, `;`, CRLF, each with its row number and errors. */
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
