/** Texts of the screen 'Gestión de Usuarios'. */
export const usersLabels = {
  title: 'Gestión de Usuarios',
} as const;
