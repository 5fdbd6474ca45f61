/** Texts of 'Olvidé mi contraseña' and of the page that sets a password by link. */
export const passwordResetRequestLabels = {
  title: 'Recuperar contraseña',
  text: 'Escribe tu usuario. Si tu email está confirmado, te enviamos un enlace para elegir una contraseña nueva.',
  username: 'Usuario',
  submit: 'Enviar enlace',
  submitting: 'Enviando...',
  failed: 'No se pudo enviar la solicitud. Intenta de nuevo.',
  /** The same text for every name. */
  sent: 'Si el usuario existe y su email está confirmado, el enlace llega en unos minutos y sirve durante una hora.',
  notComing: 'Si no llega, revisa el correo no deseado o pide una contraseña nueva a quien administra tu workspace.',
  back: 'Volver a iniciar sesión',
} as const;

export const setPasswordByLinkLabels = {
  title: { recover: 'Elige una contraseña nueva', invite: 'Elige tu contraseña' },
  text: {
    recover: 'Al guardarla se cierran todas tus sesiones. Después inicias sesión como siempre.',
    invite: 'Con ella y tu usuario inicias sesión.',
  },
  loading: 'Comprobando el enlace...',
  username: 'Usuario',
  submit: 'Guardar contraseña',
  submitting: 'Guardando...',
  failed: 'No se pudo guardar la contraseña. Intenta de nuevo.',
  doneTitle: 'Contraseña guardada',
  doneText: 'Ya puedes iniciar sesión.',
  askAgain: 'Pedir otro enlace',
  back: 'Ir a iniciar sesión',
} as const;
