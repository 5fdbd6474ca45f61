/**
 * Decodes the bytes of a text file as UTF-8, UTF-16, Windows-1252 (Excel in Spanish) or Mac Roman (Excel for Mac).
 * Takes linear time and memory for any input.
 */

export interface DecodedFileText {
  /** The file's text, with LF line breaks. Null characters are dropped, because no database stores them. */
  readonly text: string;
  /** Lines that had invalid bytes in a file that is otherwise UTF-8. Null if there are none. */
  readonly damage: InvalidUtf8Damage | null;
}

export interface InvalidUtf8Damage {
  /** Offset in `text` of the first line that had invalid bytes. */
  readonly at: number;
  /** The number of damaged lines. */
  readonly count: number;
}

export function decodeFileText(bytes: Uint8Array): DecodedFileText {
  const wide = findUtf16(bytes);
  if (wide !== null) return { text: normalizeFileText(new TextDecoder(wide).decode(bytes)), damage: null };
  try {
    return { text: normalizeFileText(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), damage: null };
  } catch {
    return decodeDamaged(bytes);
  }
}

/** Converts line breaks to \n and drops null characters. Does not copy a text that has neither. */
export function normalizeFileText(text: string): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return whole.includes('\r') ? whole.replaceAll(/\r\n?/g, '\n') : whole;
}

/** Number of bytes examined to recognise UTF-16 without a byte order mark by its many zero bytes. */
const utf16Sample = 4_096;

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, utf16Sample & ~1);
  const countEmpty = (parity: 0 | 1): number => sample.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [countEmpty(0), countEmpty(1)];
  const [many, few] = [sample.length * 0.3, sample.length * 0.02];
  if (odd > many && even <= few) return 'utf-16le';
  return even > many && odd <= few ? 'utf-16be' : null;
}

/**
 * Decodes bytes that are not valid UTF-8. If valid multi-byte UTF-8 characters are at least as many as the invalid
 * bytes, the text is UTF-8, and only the invalid bytes are replaced. Otherwise the file has a single-byte encoding.
 */
function decodeDamaged(bytes: Uint8Array): DecodedFileText {
  const { sound, stray } = countSigns(bytes);
  if (sound < stray || sound === 0) {
    return { text: normalizeFileText(new TextDecoder(findSingleByte(bytes)).decode(bytes)), damage: null };
  }
  const repaired = new Uint8Array(bytes.length + stray * 2);
  let length = 0;
  let lineStart = 0;
  let firstStart = 0;
  let count = 0;
  let isCounted = false;
  for (let at = 0; at < bytes.length;) {
    const width = signWidth(bytes, at);
    if (width > 0) {
      for (const end = at + width; at < end; at += 1) repaired[length++] = bytes[at] ?? 0;
      const last = bytes[at - 1];
      if (last === 0x0a || (last === 0x0d && bytes[at] !== 0x0a)) {
        lineStart = length;
        isCounted = false;
      }
    } else {
      if (count === 0) firstStart = lineStart;
      if (!isCounted) count += 1;
      isCounted = true;
      for (const byte of strayBytes[(bytes[at] ?? 0) - 0x80] ?? []) repaired[length++] = byte;
      at += 1;
    }
  }
  const decode = (end: number): string => normalizeFileText(new TextDecoder().decode(repaired.subarray(0, end)));
  return { text: decode(length), damage: { at: decode(firstStart).length, count } };
}

/** Counts a file's multi-byte UTF-8 characters (`sound`) and its bytes that are invalid in UTF-8 (`stray`). */
function countSigns(bytes: Uint8Array): { readonly sound: number; readonly stray: number } {
  let [sound, stray] = [0, 0];
  for (let at = 0; at < bytes.length;) {
    const width = signWidth(bytes, at);
    if (width > 1) sound += 1;
    if (width === 0) stray += 1;
    at += width || 1;
  }
  return { sound, stray };
}

/** Length in bytes of the UTF-8 character at this offset. 0 if the bytes there are invalid. */
function signWidth(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const width = first >= 0xf5 ? 0 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  for (let next = 1; next < width; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 0;
  const second = bytes[at + 1] ?? 0;
  // Reject overlong forms, surrogates and code points beyond Unicode, which UTF-8 forbids.
  const isForbidden =
    (first === 0xe0 && second < 0xa0) ||
    (first === 0xed && second > 0x9f) ||
    (first === 0xf0 && second < 0x90) ||
    (first === 0xf4 && second > 0x8f);
  return isForbidden ? 0 : width;
}

/** Replacement for each invalid byte from 0x80 on: the character that Windows-1252 has there, in UTF-8. */
const strayBytes = Array.from({ length: 0x80 }, (_, index) =>
  new TextEncoder().encode(new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + index))),
);

const encodingSample = 1_024 * 1_024;
const mostSigns = 5_000;

/** Guesses a file's single-byte encoding by its accented letters. In doubt Windows-1252, because it is more common. */
function findSingleByte(bytes: Uint8Array): 'windows-1252' | 'macintosh' {
  const sample = bytes.subarray(0, encodingSample);
  const [windows, mac] = (['windows-1252', 'macintosh'] as const).map((name) =>
    scoreWords(new TextDecoder(name).decode(sample)),
  );
  return (mac ?? 0) > Math.max(0, windows ?? 0) ? 'macintosh' : 'windows-1252';
}

const smallLetter = /[áéíóúüñçãõâêôà]/;
const capitalLetter = /[ÁÉÍÓÚÜÑÇÃÕÂÊÔÀ]/;

/** Scores a decoded text: +1 for each non-ASCII character where Spanish or Portuguese may have it, otherwise -1. */
function scoreWords(text: string): number {
  let score = 0;
  let left = mostSigns;
  for (const { index, 0: sign } of text.matchAll(/[^\0-\x7f]/g)) {
    score += isAtHome(sign, text.slice(Math.max(0, index - 3), index), text.slice(index + 1, index + 2)) ? 1 : -1;
    if (--left === 0) break;
  }
  return score;
}

function isAtHome(sign: string, before: string, after: string): boolean {
  if (smallLetter.test(sign)) return !/\p{Lu}/u.test(after);
  if (capitalLetter.test(sign)) return !/\p{Ll}$/u.test(before);
  if (sign === '’') return /(?:^|[^\p{L}])\p{L}{1,2}$/u.test(before) && /\p{Lu}/u.test(after);
  if (/[º°ª]/.test(sign)) return /[\dNn]\.?$/.test(before);
  if (/[¿¡“‘]/.test(sign)) return !/\p{L}$/u.test(before);
  if (/[”–—€]/.test(sign)) return !/\p{L}/u.test(after);
  return false;
}
