/** Exports the lines of an uploaded file in which no phone number was found, as CSV for Excel in Spanish. Pure. */
import { doNotCallListsLabels as labels } from '../do-not-call-es.ts';
import { csvBom, writeCsvLine } from '../../../../contract/csv-line.ts';

export function rejectedCsv(
  lines: readonly { readonly line: number; readonly text: string; readonly reason: string }[],
): string {
  return (
    csvBom +
    writeCsvLine(labels.rejectedHeader.split(';')) +
    lines.map(({ line, text, reason }) => writeCsvLine([String(line), text, reason])).join('')
  );
}
