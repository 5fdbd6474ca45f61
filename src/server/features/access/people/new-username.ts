/** Names for new users: two that look alike must be alike, so that nobody signs in beside somebody else's name. Pure. */
import { AppError } from '../../../platform/errors.ts';

/** Alphabets of names. Japanese and Korean write in several at once. */
const alphabets = [
  /^\p{scx=Latin}*$/u,
  /^\p{scx=Cyrillic}*$/u,
  /^\p{scx=Greek}*$/u,
  /^\p{scx=Arabic}*$/u,
  /^\p{scx=Hebrew}*$/u,
  /^\p{scx=Devanagari}*$/u,
  /^\p{scx=Thai}*$/u,
  /^\p{scx=Armenian}*$/u,
  /^\p{scx=Georgian}*$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Han}\p{scx=Hangul}]*$/u,
];
/** Controls, signs of direction, unassigned characters, and letters without a shape. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The name in its composed form (NFKC). Throws `invalid_input` for invisible characters and for letters of several alphabets. */
export function readNewUsername(given: string): string {
  const name = given.normalize('NFKC').trim();
  const letters = name.replaceAll(/[^\p{L}]/gu, '');
  const isOneAlphabet = alphabets.some((alphabet) => alphabet.test(letters));
  const message = invisible.test(name)
    ? 'El nombre de usuario tiene caracteres invisibles. Escríbelo de nuevo, sin copiarlo.'
    : isOneAlphabet
      ? null
      : 'El nombre de usuario mezcla letras de varios alfabetos. Usa las de uno solo.';
  if (message !== null) throw new AppError('invalid_input', { message, details: [{ path: 'username', message }] });
  return name;
}
