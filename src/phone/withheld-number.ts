/**
 * Recognises what carriers send if a caller withholds their number: a word ('anonymous', 'Restricted') or the same word
 * typed on a telephone keypad (266696687). The module is small, because the browser's first load includes it.
 */

/**
 * Words that carriers send for a withheld number, as text or as keypad digits. In no country do such digits form a real
 * number.
 */
const carrierWords = ['anonymous', 'blocked', 'private', 'restricted', 'unavailable', 'unknown', 'withheld'];
/**
 * Words that telephone exchanges send for a withheld number. They are recognised only as text, because as keypad digits
 * they could be a real number.
 */
const otherWords = ['anonimo', 'bloqueado', 'desconocido', 'hidden', 'no', 'nodisponible', 'oculto', 'outofarea'];
const words = new Set([...carrierWords, ...otherWords, 'privado', 'restringido']);
/**
 * Matches words that may accompany a word such as 'private': 'number' in 'Private number', 'caller ID' in 'No caller
 * ID', 'invalid' in 'anonymous.invalid'.
 */
const fillers = /caller(?:id)?|number|numero|invalid$|^id|id$/g;

const keys = '22233344455566677778889999';
const codes = new Set(
  carrierWords.map((word) => word.replace(/./g, (letter) => keys[letter.charCodeAt(0) - 97] ?? '')),
);

/** True if a caller's number or SIP address says that the number was withheld. False for an empty text. */
export function isWithheldCallerId(text: string): boolean {
  const [, user = ''] = /^(?:sips?:|tel:)?([^@;]*)/i.exec(text.trim()) ?? [];
  const letters = user
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return letters === '' ? codes.has(user.replace(/\D/g, '')) : words.has(letters.replace(fillers, ''));
}
