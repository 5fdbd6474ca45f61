/** Refuses new passwords that are easily guessed: the user's own name, and the most common passwords. */
import { readFileSync } from 'node:fs';
import { AppError } from '../../../platform/errors.ts';

const isName = 'La contraseña no puede ser el nombre de usuario';
const isTooCommon = 'Esta contraseña es de las más usadas y fáciles de adivinar. Elige otra';

let common: ReadonlySet<string> | undefined;

/** True for one of the 10,000 most common passwords, ignoring case. Their file is read at the first call. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('# ')),
  );
  return common.has(password.toLowerCase());
}

/** @throws {AppError} `invalid_input` that names `field`. */
export function assertGoodPassword(password: string, username: string, field: string): void {
  const folded = (text: string) => text.trim().toLowerCase();
  const message = folded(password) === folded(username) ? isName : isCommonPassword(password) ? isTooCommon : null;
  if (message !== null) throw new AppError('invalid_input', { message, details: [{ path: field, message }] });
}
