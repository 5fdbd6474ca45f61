/** How many rows of a CSV file have come, while it comes in pieces cut anywhere. Pure. */

const quote = 0x22;
const lineFeed = 0x0a;

export interface RowCounter {
  /** The next piece of the file, as bytes: neither of the two that count stands within another letter of UTF-8. */
  readonly add: (piece: Uint8Array) => void;
  /** Whole rows so far, without the heading. */
  readonly rows: () => number;
}

/** Every row of the file must end with a line break; those within quotes count for nothing. */
export function createRowCounter(): RowCounter {
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
