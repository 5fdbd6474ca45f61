import { expect, test } from 'vitest';
import { sessionsLabels, describeSignInWay } from './sessions-es.ts';

test.each([
  ['password', null, null, 'Contraseña'],
  ['password', 'totp', null, 'Contraseña y código'],
  ['password', 'recovery', null, 'Contraseña y código de recuperación'],
  ['password', 'passkey', null, 'Contraseña y passkey'],
  ['passkey', null, 'Entra', 'Passkey'],
  ['oidc', null, 'Entra', 'Entra'],
  ['oidc', 'totp', 'Entra', 'Entra y código'],
  ['oidc', null, null, 'Proveedor de identidad'],
] as const)('%s and %s by provider %s read %s', (way, secondFactor, provider, text) => {
  expect(describeSignInWay({ way, secondFactor }, provider)).toBe(text);
});

test('a device is named by what is known of it', () => {
  expect(sessionsLabels.device('Chrome', 'Windows')).toBe('Chrome en Windows');
  expect(sessionsLabels.device('Chrome', null)).toBe('Chrome');
  expect(sessionsLabels.device(null, 'Linux')).toBe('Linux');
  expect(sessionsLabels.device(null, null)).toBe('Navegador desconocido');
});
