/** Lines that held no number, as a file that Excel in Spanish opens: `;`, BOM, nothing that would run as a formula. Pure. */
import { doNotCallListsLabels as labels } from '../../../labels/do-not-call-es.ts';

function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function rejectedCsv(lines: readonly { readonly line: number; readonly text: string }[]): string {
  return `\uFEFF${[labels.rejectedHeader, ...lines.map(({ line, text }) => `${line};${cell(text)}`)].join('\r\n')}\r\n`;
}
