import { expect, test } from 'vitest';
import { hashPassword, getPasswordHashOrSubstitute, verifyPassword } from './password.ts';

/** All but salt and digest, and how long these are. */
function shapeOf(hash: string): unknown {
  const [, kind, version, cost, salt, digest] = hash.split('$');
  return { kind, version, cost, salt: salt?.length, digest: digest?.length };
}

test("nobody's hash asks for the work of a real one, and no password opens it", async () => {
  const real = await hashPassword('una clave cualquiera');
  expect(shapeOf(getPasswordHashOrSubstitute(null))).toEqual(shapeOf(real));
  expect(getPasswordHashOrSubstitute(real)).toBe(real);
  expect(await verifyPassword(null, 'una clave cualquiera')).toBe(false);
  expect(await verifyPassword(real, 'una clave cualquiera')).toBe(true);
  expect(await verifyPassword(real, 'otra')).toBe(false);
});
