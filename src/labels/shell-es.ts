/** Texts of the frame around every screen: sidebar, workspace selector, user menu, connection. */

/** What the server has not said (spec A 1). */
export const appInfoFallbacks = { appName: 'Vocero', version: 'v2.1.0', build: 'Build: N/A', buildPrefix: 'Build:' } as const;

export const sidebarLabels = {
  navigation: 'Navegación principal',
  skipToContent: 'Saltar al contenido',
  collapse: 'Contraer menú',
  expand: 'Expandir menú',
  openMenu: 'Abrir menú',
  closeMenu: 'Cerrar menú',
  campaigns: 'Campañas',
  dashboard: 'Dashboard',
  newCampaign: 'Nueva Campaña',
  campaignHistory: 'Histórico',
  callHistory: 'Historial de Llamadas',
  management: 'Gestión',
  agents: 'Agentes',
  admin: 'Admin',
  settings: 'Configuración',
  workspaces: 'Workspaces',
  users: 'Gestión de Usuarios',
} as const;

export const workspaceLabels = {
  heading: 'Workspace Activo',
  none: 'Sin workspace',
  noneSelected: 'Sin workspace seleccionado',
  selectOne: 'Selecciona un workspace para continuar',
  noAccess: 'Sin acceso a ningún workspace',
  noAccessText: 'Crea un workspace con la API Key de Retell, o pide que te agreguen a uno.',
  switchTo: 'Cambiar Workspace',
  create: 'Crear Workspace',
  creating: 'Creando...',
  createTitle: 'Crear Nuevo Workspace',
  createText: 'Se verifica la API Key con Retell antes de guardarla.',
  name: 'Nombre del Workspace',
  namePlaceholder: 'Ventas Q1',
  description: 'Descripción',
  apiKey: 'API Key de Retell',
  retellWorkspaceId: 'ID del Workspace de Retell',
  showKey: 'Mostrar API Key',
  hideKey: 'Ocultar API Key',
  optional: '(opcional)',
  switchedTitle: 'Workspace cambiado',
  switchedText: 'Has cambiado de workspace exitosamente.',
  switchFailed: 'No se pudo cambiar de workspace.',
  createdTitle: 'Workspace creado',
  createdText: 'El workspace se ha creado exitosamente.',
  createFailed: 'No se pudo crear el workspace.',
  followedTitle: 'Workspace cambiado en otra pestaña',
  createServiceFailed: 'Failed to create workspace',
  switchServiceFailed: 'Failed to switch workspace',
  autoAssignFailed: 'Failed to auto-assign workspace',
  mismatch: 'Esta pestaña muestra otro workspace. Recárgala para continuar.',
} as const;

export const userMenuLabels = {
  menu: 'Menú de usuario',
  unknownInitials: 'FA',
  unknownName: 'Usuario',
  unknownEmail: 'Sin e-mail',
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

export const connectionLabels = {
  live: 'En vivo',
  connecting: 'Conectando...',
  offline: 'Desconectado',
  reconnect: 'Reconectar',
  updated: 'Actualizado',
} as const;
