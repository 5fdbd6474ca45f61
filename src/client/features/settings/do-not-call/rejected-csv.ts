/** Exports the rejected lines of an uploaded do-not-call file, with the reasons, as CSV for Excel in Spanish. Pure. */
import { uploadedDoNotCallListLabels as labels } from '../do-not-call-es.ts';
import { csvByteOrderMark, formatCsvLine } from '../../../../contract/csv-line.ts';

export function formatRejectedLinesCsv(
  lines: readonly { readonly line: number; readonly text: string; readonly reason: string }[],
): string {
  return (
    csvByteOrderMark +
    formatCsvLine(labels.rejectedHeader.split(';')) +
    lines.map(({ line, text, reason }) => formatCsvLine([String(line), text, reason])).join('')
  );
}
