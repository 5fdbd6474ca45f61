/** The server's error texts about passkeys. */
import { formatCountWithNoun } from './counted.ts';

export const passkeyErrorTexts = {
  refused: 'No se aceptó la passkey. Si ya no está en tu cuenta, entra de otra forma.',
  late: 'Pasó demasiado tiempo. Intenta de nuevo.',
  noName:
    'Una passkey pertenece a un nombre, como consola.ejemplo.com: no se puede usar en una dirección de números (IP). Abre la consola por su nombre.',
  notEncrypted: 'Las passkeys necesitan una dirección que empiece con https.',
  elsewhere: (host: string) => `Las passkeys de esta consola pertenecen a ${host}. Ábrela allí para usarlas.`,
  none: (host: string) => `Tu cuenta no tiene passkeys de ${host}. Usa un código.`,
  noPassword:
    'Tu cuenta no tiene contraseña: entra por tu proveedor de identidad, que cuida el segundo paso. Una passkey se agrega con una contraseña o con otra passkey.',
  most: (count: number) =>
    `Ya tienes el máximo de ${formatCountWithNoun(count, 'passkey', 'passkeys')}. Quita una antes.`,
  exists: 'Esa passkey ya está en una cuenta.',
  requiredBy: (names: readonly string[]) =>
    `Es tu último segundo factor, y lo exige ${names.map((name) => `«${name}»`).join(', ')}. Agrega otra passkey o una app antes.`,
} as const;
