/** Spanish texts of the dialog in which users change their password. */
export const changePasswordLabels = {
  title: 'Cambiar contraseña',
  text: 'Al cambiarla se cierran tus otras sesiones.',
  current: 'Contraseña actual',
  next: 'Contraseña nueva',
  repeat: 'Repite la contraseña nueva',
  aboutCurrent: 'contraseña actual',
  aboutNext: 'contraseña nueva',
  aboutRepeat: 'contraseña repetida',
  hint: 'Al menos 6 caracteres.',
  different: 'Las contraseñas no coinciden',
  submit: 'Cambiar contraseña',
  submitting: 'Cambiando...',
  doneTitle: 'Contraseña cambiada',
  doneText: 'Tus otras sesiones se cerraron.',
  failed: 'No se pudo cambiar la contraseña.',
} as const;
