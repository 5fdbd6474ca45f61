/** Numbers that callers withheld, as carriers write them: a word, or the word typed on a telephone's keypad. */

const words = ['anonymous', 'restricted', 'blocked', 'unknown', 'unavailable', 'private', 'withheld'];
/** Letters of the keys 2 to 9 (ITU-T E.161). */
const keys = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz'];

const typed = new Set(
  words.map((word) => word.replace(/./g, (letter) => String(keys.findIndex((key) => key.includes(letter)) + 2))),
);

/** '+266696687' is 'anonymous'. */
export function isWithheldNumber(text: string): boolean {
  const written = text.trim().toLowerCase();
  return words.includes(written) || typed.has(written.replace(/^\+/, ''));
}
