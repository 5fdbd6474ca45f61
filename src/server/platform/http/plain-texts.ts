/** Refuses requests with U+0000 in a text. JSON and URLs can contain it, but PostgreSQL can't store it. */
import { AppError } from '../errors.ts';

const nul = '\u0000';
const nulRefused = 'El texto tiene un carácter nulo (U+0000), que no se puede guardar';

interface Open {
  readonly holder: object;
  readonly path: string;
}

/**
 * Checks all texts and member names in `value` for U+0000, at any depth.
 * @throws {AppError} `invalid_input` with the path, such as 'recipients.3.phone_number'.
 */
export function assertStorableTexts(value: unknown): void {
  const open: Open[] = [];
  const look = (held: unknown, path: string): void => {
    if (typeof held === 'string' && held.includes(nul)) throw refusal(path);
    if (typeof held === 'object' && held !== null) open.push({ holder: held, path });
  };
  look(value, '');
  for (let next = open.pop(); next; next = open.pop()) {
    const { holder, path } = next;
    for (const [name, held] of Object.entries(holder)) {
      if (name.includes(nul)) throw refusal(path);
      look(held, path === '' ? name : `${path}.${name}`);
    }
  }
}

function refusal(path: string): AppError {
  return new AppError('invalid_input', {
    message: nulRefused,
    details: path === '' ? [] : [{ path, message: nulRefused }],
  });
}
