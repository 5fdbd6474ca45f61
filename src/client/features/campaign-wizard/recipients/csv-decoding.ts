/** Bytes of a CSV to text, whatever program saved them. Pure; runs in the worker. */

/**
 * UTF-8 with or without BOM, UTF-16 with BOM (Excel's 'Unicode text'), else Windows-1252, which Excel in Spanish
 * writes. Line breaks come out as \n, also those inside cells; null characters, which no database stores, are dropped.
 */
export function decodeCsv(bytes: Uint8Array): string {
  return normalised(decode(bytes));
}

/** Text as the parser wants it: \n line breaks, no null characters. Untouched text is not copied. */
export function normalised(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return whole.includes('\r') ? whole.replaceAll(/\r\n?/g, '\n') : whole;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: a byte above 0x7f stands alone. Every byte is something in Windows-1252.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** An .xlsx (a zip) whose name was changed to .csv, or that was chosen by mistake. */
export function isSpreadsheet(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}
