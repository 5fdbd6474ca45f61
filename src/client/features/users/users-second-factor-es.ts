/** Texts for resetting a user's second factor. */
export const resetSecondFactorLabels = {
  title: '¿Quitar el segundo factor?',
  what: (username: string) =>
    `${username} vuelve a entrar solo con su contraseña hasta que configure otro: se quitan su app, sus passkeys y sus códigos. Sus sesiones se cierran al instante y verá que lo quitaste tú.`,
  confirm: 'Quitar segundo factor',
  removing: 'Quitando...',
  doneTitle: 'Segundo factor quitado',
  doneText: (username: string) => `${username} puede entrar con su contraseña y configurar otro.`,
  failed: 'No se pudo quitar el segundo factor.',
} as const;
