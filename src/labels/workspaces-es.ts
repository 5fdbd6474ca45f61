/** Texts of the screen 'Gestión de Workspaces'. */
export const workspacesLabels = {
  title: 'Gestión de Workspaces',
} as const;
