/** Texts of the invitation by which a user sets the first password of an account. */
export const accountInvitationLabels = {
  choose: 'Enviar una invitación',
  chooseText: 'La persona elige su contraseña con un enlace que sirve una vez, durante 24 horas.',
  byMail: 'El enlace se envía al email que escribas abajo; sin email, te lo mostramos para que lo entregues.',
  byHand: 'Te mostramos el enlace para que lo entregues.',
  createdText: (username: string, address: string) => `${username} recibe la invitación en ${address}.`,
  // Texts on the screen of users.
  awaits: 'Sin contraseña todavía',
  again: (username: string) => `Enviar de nuevo la invitación a ${username}`,
  copyFor: (username: string) => `Copiar enlace de invitación de ${username}`,
  // Its window.
  title: 'Invitación',
  againText: (username: string, address: string) =>
    `${username} todavía no eligió su contraseña. Enviamos otro enlace a ${address}; el anterior deja de servir.`,
  copyText: (username: string) =>
    `${username} todavía no eligió su contraseña. Creamos otro enlace para que lo entregues; el anterior deja de servir.`,
  send: 'Enviar de nuevo',
  make: 'Crear enlace',
  pending: 'Enviando...',
  failed: 'No se pudo crear la invitación.',
  sentTitle: 'Invitación enviada',
  sentText: (address: string) => `El enlace va a ${address}.`,
  link: 'Enlace de invitación',
  linkText: (username: string) =>
    `Entrégalo solo a ${username}: quien lo abre elige la contraseña. Sirve una vez, durante 24 horas, y no se vuelve a mostrar.`,
  copy: 'Copiar enlace de invitación',
  copied: 'Enlace copiado',
  done: 'Listo',
} as const;
