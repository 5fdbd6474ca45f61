/** Spanish texts about the user's own second factor: menu entry, dialog and deadline. */
import { formatCountWithNoun } from './counted.ts';

export const secondFactorLabels = {
  title: 'Segundo factor',
  text: 'Además de tu contraseña, pide un código de una app de autenticación o una passkey cada vez que inicias sesión.',
  loading: 'Cargando...',
  failed: 'No se pudo completar. Intenta de nuevo.',
  // Texts for a user without a second factor.
  off: 'Todavía no tienes un segundo factor.',
  offText:
    'Necesitas una app de autenticación en tu teléfono, como Google Authenticator, Microsoft Authenticator o Aegis.',
  begin: 'Configurar',
  onByPasskey: 'Activo, con tus passkeys',
  onByPasskeyText: 'Puedes agregar una app de autenticación, para cuando no tengas tu passkey a mano.',
  add: 'Agregar una app',
  addText: 'Para agregarla, escribe un código de recuperación. Después recibes códigos nuevos.',
  recoveryCode: 'Código de recuperación',
  recoveryCodeHint: 'Uno de los que guardaste.',
  // Setting up.
  scan: 'Escanea este código con tu app de autenticación',
  qr: 'Código QR para tu app de autenticación',
  typeSecret: 'O escribe esta clave en la app',
  copySecret: 'Copiar la clave',
  secretCopied: 'Clave copiada',
  openApp: 'Abrir en la app de este equipo',
  code: 'Código de la app',
  codeHint: 'Los seis dígitos que la app muestra ahora.',
  currentCode: 'Código actual o de recuperación',
  currentCodeHint: 'De la app que usas hoy, o uno de tus códigos de recuperación.',
  confirm: 'Activar',
  sending: 'Verificando...',
  // With one.
  on: 'Activo',
  since: (moment: string) => `Desde el ${moment}`,
  codesLeft: (count: number) =>
    count === 0
      ? 'No te queda ningún código de recuperación. Genera nuevos.'
      : `Te ${count === 1 ? 'queda' : 'quedan'} ${formatCountWithNoun(count, 'código', 'códigos')} de recuperación.`,
  requiredBy: (names: string) => `Lo exige ${names}: mientras tanto no se puede desactivar.`,
  renew: 'Nuevos códigos',
  renewText: 'Los códigos de recuperación anteriores dejan de servir.',
  renewSubmit: 'Generar códigos',
  move: 'Cambiar de app',
  moveText: 'La app que usas hoy sigue sirviendo hasta que actives la nueva.',
  moveSubmit: 'Continuar',
  end: 'Desactivar',
  endText: 'Tu cuenta vuelve a pedir solo la contraseña, y los códigos de recuperación dejan de servir.',
  endBesidePasskeysText: 'Tu cuenta deja de pedir códigos de la app. Tus passkeys siguen siendo tu segundo factor.',
  endSubmit: 'Desactivar',
  back: 'Volver',
  ended: 'Segundo factor desactivado',
  confirmed: 'Segundo factor activado',
  confirmedText: 'Tus otras sesiones se cerraron.',
  // The recovery codes.
  codesTitle: 'Guarda tus códigos de recuperación',
  codesText:
    'Si pierdes el teléfono o tu passkey, cada uno sirve una vez como segundo factor. No se vuelven a mostrar: guárdalos donde solo tú llegues.',
  codes: 'Códigos de recuperación',
  copyCodes: 'Copiar',
  codesCopied: 'Códigos copiados',
  download: 'Descargar',
  fileName: 'codigos-de-recuperacion.txt',
  fileHead: (console: string, username: string) =>
    `Códigos de recuperación de ${username} en ${console}. Cada uno sirve una vez.`,
  done: 'Listo',
} as const;

export const secondFactorDeadlineLabels = {
  until: (moment: string, days: number) =>
    `Configura tu segundo factor antes del ${moment} (${days === 0 ? 'queda menos de un día' : `${days === 1 ? 'queda' : 'quedan'} ${formatCountWithNoun(days, 'día', 'días')}`}).`,
  setUp: 'Configurar',
  closedTitle: 'Configura tu segundo factor para continuar',
  closedText: (workspace: string, hasOthers: boolean) =>
    `${workspace} exige un segundo factor y el plazo terminó. En cuanto lo configures, vuelves a entrar.${hasOthers ? ' Tus otros workspaces siguen en el menú.' : ''}`,
} as const;

export const secondFactorRemovedNoticeLabels = {
  title: 'Te quitaron el segundo factor',
  by: (username: string, moment: string) => `${username} lo quitó el ${moment}.`,
  byOperator: (moment: string) => `Lo quitó quien administra el servidor el ${moment}.`,
  advice: 'Configura uno nuevo. Si no lo pediste, avisa a quien administra tu workspace.',
  setUp: 'Configurar',
} as const;
