/**
 * Recognises numbers that a caller withheld. Carriers send a word instead ('anonymous', 'Restricted'), or the word typed on a telephone
 * keypad (266696687). This module is small, because the browser's first load includes it.
 */

/** Words that carriers send instead of a withheld number, also as keypad digits. The digits are no country's number. */
const carrierWords = ['anonymous', 'blocked', 'private', 'restricted', 'unavailable', 'unknown', 'withheld'];
/** Words that telephone exchanges send for a withheld number. Their keypad digits could be real numbers. */
const otherWords = ['anonimo', 'bloqueado', 'desconocido', 'hidden', 'no', 'nodisponible', 'oculto', 'outofarea'];
const words = new Set([...carrierWords, ...otherWords, 'privado', 'restringido']);
/** Texts around the word for a withheld number: 'Private number', 'No caller ID', 'anonymous.invalid'. */
const fillers = /caller(?:id)?|number|numero|invalid$|^id|id$/g;

/** The telephone keypad's digits of the letters a to z. */
const keys = '22233344455566677778889999';
const codes = new Set(
  carrierWords.map((word) => word.replace(/./g, (letter) => keys[letter.charCodeAt(0) - 97] ?? '')),
);

/** True if a caller's number or SIP address says that the number was withheld. False for an empty text. */
export function isWithheldNumber(text: string): boolean {
  const [, user = ''] = /^(?:sips?:|tel:)?([^@;]*)/i.exec(text.trim()) ?? [];
  const letters = user
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return letters === '' ? codes.has(user.replace(/\D/g, '')) : words.has(letters.replace(fillers, ''));
}
