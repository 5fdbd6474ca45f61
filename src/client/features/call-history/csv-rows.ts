/** Counts the rows of a CSV file that arrives in chunks, which may end anywhere. Pure. */

const quote = 0x22;
const lineFeed = 0x0a;

export interface CsvRowCounter {
  /**
   * Counts the rows in the next chunk byte by byte. This is safe, because in UTF-8 no other character contains the byte
   * of '"' or of a line feed.
   */
  readonly add: (piece: Uint8Array) => void;
  /** Complete rows so far, without the header. */
  readonly rows: () => number;
}

/** Creates a counter of CSV rows. Each row must end with a line break; line breaks within quotes don't count. */
export function createCsvRowCounter(): CsvRowCounter {
  let lines = 0;
  let isQuoted = false;
  return {
    add(piece) {
      for (const byte of piece) {
        if (byte === quote) isQuoted = !isQuoted;
        else if (byte === lineFeed && !isQuoted) lines += 1;
      }
    },
    rows: () => Math.max(0, lines - 1),
  };
}
