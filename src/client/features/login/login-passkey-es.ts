/** Texts for signing in with a passkey. */
export const loginPasskeyLabels = {
  enter: 'Entrar con passkey',
  waiting: 'Esperando a tu dispositivo...',
  failed: 'No se pudo usar la passkey. Intenta de nuevo.',
  cancelled: 'Tu dispositivo no confirmó la passkey. Intenta de nuevo o entra de otra forma.',
  stepText: 'Confirma con una de tus passkeys que eres tú.',
  stepSubmit: 'Usar una passkey',
  toPasskey: 'Usar una passkey',
  noBrowser: 'Este navegador no puede usar passkeys.',
  noOtherWay:
    'Ábrelo en un navegador o equipo que tenga tu passkey, o pide a quien administra tu workspace que la quite.',
} as const;
