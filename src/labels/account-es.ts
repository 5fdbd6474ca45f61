/** Spanish texts about the security of the user's own account. A file of its own, because they are seldom needed. */
import { formatCountWithNoun } from './counted.ts';

/** Texts of the button that ends all other sessions of the user, and of its confirmation. */
export const endOtherSessionsLabels = {
  action: 'Cerrar las otras sesiones',
  title: '¿Cerrar tus otras sesiones?',
  what: 'Se cierran ahora mismo en todos los demás navegadores y equipos; allí habrá que iniciar sesión de nuevo. Esta sigue abierta.',
  pending: 'Cerrando...',
  doneTitle: 'Otras sesiones cerradas',
  doneText: (ended: number, revoked: number) =>
    [
      ended === 0
        ? 'No había otras sesiones abiertas.'
        : `Se ${ended === 1 ? 'cerró' : 'cerraron'} ${formatCountWithNoun(ended, 'sesión', 'sesiones')}.`,
      ...(revoked === 0
        ? []
        : [`Se ${revoked === 1 ? 'revocó' : 'revocaron'} ${formatCountWithNoun(revoked, 'token', 'tokens')} de API.`]),
    ].join(' '),
  failed: 'No se pudieron cerrar las otras sesiones.',
} as const;

/** Texts that offer to revoke the user's API tokens when the password changes or sessions are ended. */
export const revokeTokensLabels = {
  own: (count: number) =>
    count === 1 ? 'Revocar también mi token de API' : `Revocar también mis ${count} tokens de API`,
  others: (count: number) =>
    count === 1 ? 'Revocar también su token de API' : `Revocar también sus ${count} tokens de API`,
  effect: 'Los programas que los usan dejan de entrar al instante, en todos los workspaces.',
} as const;

/** Texts about failed sign-ins to the user's own account, shown under the bell. */
export const failedSignInsLabels = {
  title: 'Intentos fallidos de entrar a tu cuenta',
  text: (count: number, addresses: number, last: string) =>
    `${formatCountWithNoun(count, 'intento', 'intentos')} con una contraseña equivocada desde ${formatCountWithNoun(addresses, 'dirección', 'direcciones')}. El último, ${last}.`,
  from: (addresses: readonly string[], all: number) =>
    `${all > addresses.length ? 'Sobre todo desde' : 'Desde'} ${addresses.join(', ')}`,
  advice: 'Si no fuiste tú, cambia tu contraseña y cierra tus otras sesiones.',
  changePassword: 'Cambiar contraseña',
  sessions: 'Ver sesiones',
} as const;
