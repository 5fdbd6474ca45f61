/** Spanish texts of the frame around every screen: sidebar, workspace selector, user menu, connection. */

/** App name, version and build shown until the server has sent them (specification A 1). */
export const appInfoFallbacks = {
  appName: 'Vocero',
  version: 'v2.1.0',
  build: 'Build: N/A',
  buildPrefix: 'Build:',
} as const;

/** Names of the screens in the sidebar. The keys are from client/screens.ts. */
export const screenLabels = {
  dashboard: 'Dashboard',
  liveRoom: 'En vivo',
  newCampaign: 'Nueva Campaña',
  campaigns: 'Histórico',
  callHistory: 'Historial de Llamadas',
  analytics: 'Analytics',
  copc: 'COPC Metrics',
  qualityReview: 'Revisión de Calidad',
  agents: 'Agentes',
  numbers: 'Números',
  performance: 'Rendimiento de Agentes',
  settings: 'Configuración',
  workspaces: 'Workspaces',
  users: 'Gestión de Usuarios',
} as const;

export const sidebarLabels = {
  navigation: 'Navegación principal',
  skipToContent: 'Saltar al contenido',
  collapse: 'Contraer menú',
  expand: 'Expandir menú',
  openMenu: 'Abrir menú',
  closeMenu: 'Cerrar menú',
  campaigns: 'Campañas',
  analysis: 'Análisis',
  management: 'Gestión',
  admin: 'Admin',
} as const;

export const workspaceSelectorLabels = {
  heading: 'Workspace Activo',
  none: 'Sin workspace',
  switchTo: 'Cambiar Workspace',
  create: 'Crear Workspace',
  switchedTitle: 'Workspace cambiado',
  switchedText: 'Has cambiado de workspace exitosamente.',
  switchFailed: 'No se pudo cambiar de workspace.',
  followedTitle: 'Workspace cambiado en otra pestaña',
  switchServiceFailed: 'Failed to switch workspace',
  autoAssignFailed: 'No se pudo asignar un workspace.',
  mismatch: 'Esta pestaña muestra otro workspace. Recárgala para continuar.',
} as const;

export const userMenuLabels = {
  menu: 'Menú de usuario',
  unknownInitials: 'FA',
  unknownName: 'Usuario',
  unknownEmail: 'Sin e-mail',
  workspace: 'Workspace',
  changePassword: 'Cambiar contraseña',
  secondFactor: 'Segundo factor',
  ownEmail: 'Mi email',
  sessions: 'Sesiones',
  passkeys: 'Passkeys',
  shortcuts: 'Atajos de teclado',
  theme: 'Tema',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  logout: 'Logout',
  logoutTitle: 'Sesión cerrada',
  logoutText: 'Has cerrado sesión exitosamente',
  logoutFailed: 'No se pudo cerrar la sesión',
  logoutConnection: 'Error de conexión',
} as const;

export const serviceStatusLabels = {
  provider: 'Retell.AI',
  operational: 'Operacional',
  degraded: 'Degradado',
  major_outage: 'Caída Mayor',
  maintenance: 'Mantenimiento',
  unknown: 'Desconocido',
  unavailable: 'Estado de Retell.AI no disponible',
  openPage: 'Abre la página de estado en otra pestaña',
} as const;

export const webhookWarningLabels = {
  silent: 'No llegan eventos',
  silentText: 'Hace más de un día que Retell.AI no envía eventos a este workspace.',
} as const;

export const alertsBellLabels = {
  title: 'Alertas',
  /** Label of the bell for screen readers: number of unread alerts, and of notices to the user. */
  waiting: (unread: number, personal: number) => {
    const parts = [...(unread > 0 ? [`${unread} sin leer`] : []), ...(personal > 0 ? [`${personal} para ti`] : [])];
    return parts.length > 0 ? `Alertas: ${parts.join(', ')}` : 'Alertas';
  },
} as const;

/** Texts of the button that opens the command palette. */
export const commandPaletteButtonLabels = {
  // The button's text is not 'Buscar', because on a call's page that would mean a search in the call's recording.
  search: 'Ir a…',
  input: 'Buscar clientes, llamadas, pantallas, campañas, agentes, ajustes y acciones',
} as const;

export const shortcutsDialogLabels = {
  title: 'Atajos de teclado',
  help: 'Ayuda del campo en el que estás, o la siguiente',
  anywhere: 'En cualquier pantalla',
  goTo: 'Ir a una pantalla',
  andThen: 'y luego',
} as const;

export const liveConnectionLabels = {
  live: 'En Vivo',
  connecting: 'Conectando...',
  offline: 'Desconectado',
  reconnect: 'Reconectar',
  updated: 'Actualizado',
  age: (text: string) => `Datos de hace ${text}`,
} as const;
