/**
 * Numbers that a caller withheld: carriers put a word in their place ('anonymous', 'Restricted'), or that word as a telephone's
 * keys spell it (266696687). Tiny, because first loads of the browser hold it.
 */

/** What carriers say, also by keys: as digits none of these is a number of any country. */
const carrierWords = ['anonymous', 'blocked', 'private', 'restricted', 'unavailable', 'unknown', 'withheld'];
/** What exchanges in between say. As digits some of these would be somebody's number. */
const otherWords = ['anonimo', 'bloqueado', 'desconocido', 'hidden', 'no', 'nodisponible', 'oculto', 'outofarea'];
const words = new Set([...carrierWords, ...otherWords, 'privado', 'restringido']);
/** Around such a word: 'Private number', 'No caller ID', 'anonymous.invalid'. */
const fillers = /caller(?:id)?|number|numero|invalid$|^id|id$/g;

/** By letter, from a. */
const keys = '22233344455566677778889999';
const codes = new Set(
  carrierWords.map((word) => word.replace(/./g, (letter) => keys[letter.charCodeAt(0) - 97] ?? '')),
);

/** Whether what stands for a caller's number, a SIP address too, says that it was withheld. Of a missing one it does not. */
export function isWithheldNumber(text: string): boolean {
  const [, user = ''] = /^(?:sips?:|tel:)?([^@;]*)/i.exec(text.trim()) ?? [];
  const letters = user
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  return letters === '' ? codes.has(user.replace(/\D/g, '')) : words.has(letters.replace(fillers, ''));
}
