/** Texts of the sign-in's second step, which asks for a second factor. */
export const secondFactorStepLabels = {
  title: 'Segundo factor',
  text: 'Escribe el código de seis dígitos que muestra tu app de autenticación.',
  code: 'Código',
  recoveryText: 'Escribe uno de los códigos de recuperación que guardaste. Cada uno sirve una sola vez.',
  recoveryCode: 'Código de recuperación',
  toRecovery: 'Usar un código de recuperación',
  toApp: 'Usar el código de la app',
  submit: 'Verificar',
  submitting: 'Verificando...',
  back: 'Volver',
  failed: 'No se pudo verificar el código.',
} as const;
