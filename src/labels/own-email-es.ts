/** Texts of the dialog 'Mi email' in the user menu. */
export const ownEmailLabels = {
  title: 'Mi email',
  text: 'Los enlaces para recuperar tu contraseña llegan solo a una dirección que confirmaste.',
  loading: 'Cargando...',
  failed: 'No se pudo completar. Intenta de nuevo.',
  none: 'Tu cuenta no tiene un email.',
  noneText: 'Pide a quien administra tu workspace que lo agregue.',
  confirmed: 'Confirmado',
  since: (moment: string) => `Desde el ${moment}`,
  confirmedText:
    'Si olvidas tu contraseña, el enlace llega a esta dirección. Si alguien la cambia, se confirma de nuevo.',
  unconfirmed: 'Sin confirmar',
  unconfirmedText: 'Te enviamos un enlace; ábrelo en este navegador, con tu sesión iniciada.',
  noServer: 'Este servidor no envía enlaces por email, así que no se puede confirmar.',
  send: 'Enviar enlace',
  sendAgain: 'Enviar de nuevo',
  sending: 'Enviando...',
  sent: (address: string) => `Enviamos un enlace a ${address}. Sirve una vez, durante 24 horas.`,
  confirming: 'Confirmando tu email...',
  doneTitle: 'Email confirmado',
} as const;
