/** Texts of the sign-in screen. */
export const loginLabels = {
  title: 'Iniciar sesión',
  username: 'Usuario',
  password: 'Contraseña',
  /** Completes the button 'Mostrar contraseña'. */
  aboutPassword: 'contraseña',
  submit: 'Iniciar Sesión',
  submitting: 'Iniciando sesión...',
  rejected: 'Credenciales inválidas',
  successTitle: 'Inicio de sesión exitoso',
  successText: 'Bienvenido al sistema de monitoreo',
} as const;
