/** Texts of 'Configuración'. */
export const settingsLabels = {
  title: 'Configuración',
} as const;
