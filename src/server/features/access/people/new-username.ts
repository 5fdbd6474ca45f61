/** Rules for new usernames. They refuse characters that would let two different names look alike. Pure. */
import { AppError } from '../../../platform/errors.ts';

/** Alphabets for usernames, of which a name may use only one. Japanese and Korean each count as one. */
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
/** Characters that usernames must not contain: controls, direction marks, unassigned and invisible characters. */
const invisible = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Normalises a new username to NFKC. Throws `invalid_input` for invisible characters or several alphabets. */
export function normalizeNewUsername(given: string): string {
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
