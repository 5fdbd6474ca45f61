/**
 * Builds Blobs from a recipient file: JSON for the API request, and a CSV file of the rejected rows. Building or
 * copying such large texts on the main thread would freeze the page. Pure.
 */
import { maxRecipientCellLength, maxRejectionReasonLength } from '../../../../contract/recipient-file.ts';
import { recipientListLabels } from '../recipient-list-es.ts';
import { csvByteOrderMark, formatCsvLine } from '../../../../contract/csv-line.ts';
import type { ParsedRecipientFile } from './csv-reading.ts';
import { getUnnamedColumnName, type ParsedRecipientHeader } from './recipient-columns.ts';
import { getCellText, getRowValuesByColumn, type RejectedRecipientFileRow } from './recipient-summary.ts';

const rowsPerPart = 500;

/** JSON array of the rows to call, each an object by column name, for the request's field `recipients`. */
export function createRecipientsJsonBlob({ columns, accepted }: ParsedRecipientFile): Blob {
  return jsonArray(
    accepted.map(
      ({ cells }) =>
        () =>
          getRowValuesByColumn(columns, cells),
    ),
  );
}

/** JSON array of the phone numbers of all rows to call. A number may occur repeatedly. */
export function createPhoneNumbersJsonBlob({ columns, accepted }: ParsedRecipientFile): Blob {
  return new Blob([JSON.stringify(accepted.map(({ cells }) => getCellText(cells, columns.phoneAt)))], {
    type: 'application/json',
  });
}

/** JSON `[{row, reason, values}, …]` for `rejectedRows`. */
export function createRejectedRowsJsonBlob({ columns, rejected }: ParsedRecipientFile): Blob {
  return jsonArray(
    rejected.map(({ row, errors, cells }) => () => ({
      row,
      reason: errors.join('; ').slice(0, maxRejectionReasonLength),
      values: rejectedValues(columns, cells),
    })),
  );
}

/**
 * Values of a rejected row by column name, cut to the API's maximum length. A cell without a header gets a name made of
 * its index.
 */
function rejectedValues(columns: ParsedRecipientHeader, cells: readonly string[]): Readonly<Record<string, string>> {
  const { length } = columns.names;
  const beyond = cells
    .slice(length)
    .flatMap((cell, index): [string, string][] => (cell === '' ? [] : [[getUnnamedColumnName(length + index), cell]]));
  const values = [...Object.entries(getRowValuesByColumn(columns, cells)), ...beyond];
  return Object.fromEntries(values.map(([name, value]) => [name, value.slice(0, maxRecipientCellLength)]));
}

/** Builds a JSON array in parts, because a single string might exceed the maximum length of the JavaScript engine. */
function jsonArray(items: readonly (() => unknown)[]): Blob {
  const parts: string[] = [];
  for (let from = 0; from < items.length; from += rowsPerPart) {
    const part = items.slice(from, from + rowsPerPart).map((item) => JSON.stringify(item()));
    parts.push(`${from === 0 ? '' : ','}${part.join(',')}`);
  }
  return new Blob(['[', ...parts, ']'], { type: 'application/json' });
}

/** Rejected rows of a recipient file with their errors, as CSV for Excel in Spanish: BOM, `;`, CRLF. */
export function createRejectedRowsCsvBlob({ columns, rejected }: ParsedRecipientFile): Blob {
  const width = Math.max(columns.names.length, ...rejected.map(({ cells }) => cells.length));
  const names = Array.from(
    { length: width },
    (_, position) => columns.names[position] ?? getUnnamedColumnName(position),
  );
  const lines = [
    formatCsvLine([...recipientListLabels.errorsFileColumns, ...names]),
    ...rejected.map((each) => formatCsvLine(rejectedCells(each, width))),
  ];
  return new Blob([csvByteOrderMark, ...lines], { type: 'text/csv;charset=utf-8' });
}

function rejectedCells({ row, errors, cells }: RejectedRecipientFileRow, width: number): readonly string[] {
  return [
    String(row),
    errors.join('; '),
    ...Array.from({ length: width }, (_, position) => getCellText(cells, position)),
  ];
}
