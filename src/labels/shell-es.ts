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
  analysis: 'Análisis',
  analytics: 'Analytics',
  copc: 'COPC Metrics',
  qualityReview: 'Revisión de Calidad',
  management: 'Gestión',
  agents: 'Agentes',
  performance: 'Rendimiento de Agentes',
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
  optional: '(opcional)',
  switchedTitle: 'Workspace cambiado',
  switchedText: 'Has cambiado de workspace exitosamente.',
  switchFailed: 'No se pudo cambiar de workspace.',
  createdTitle: 'Workspace creado',
  createdText: 'El workspace se ha creado exitosamente.',
  createFailed: 'No se pudo crear el workspace.',
  followedTitle: 'Workspace cambiado en otra pestaña',
  switchServiceFailed: 'Failed to switch workspace',
  autoAssignFailed: 'Failed to auto-assign workspace',
  mismatch: 'Esta pestaña muestra otro workspace. Recárgala para continuar.',
} as const;

/** Workspaces that the person is invited to. */
export const invitationLabels = {
  heading: 'Invitaciones',
  to: (workspace: string) => `Te invitaron a ${workspace}`,
  as: (role: string, by: string) => `Como ${role}, por ${by}.`,
  until: (moment: string) => `Hasta ${moment}`,
  accept: 'Aceptar',
  refuse: 'Rechazar',
  acceptOf: (workspace: string) => `Aceptar la invitación a ${workspace}`,
  refuseOf: (workspace: string) => `Rechazar la invitación a ${workspace}`,
  acceptedTitle: 'Invitación aceptada',
  joined: (workspace: string) => `Ya perteneces a ${workspace}. Está en el selector de workspaces.`,
  entered: (workspace: string) => `Ya perteneces a ${workspace}.`,
  refusedTitle: 'Invitación rechazada',
  refusedText: (workspace: string) => `No entras a ${workspace}.`,
  failedTitle: 'Error al responder la invitación',
  failed: 'No se pudo responder la invitación.',
  gone: 'La invitación ya no vale: la retiraron o venció.',
} as const;

export const userMenuLabels = {
  menu: 'Menú de usuario',
  unknownInitials: 'FA',
  unknownName: 'Usuario',
  unknownEmail: 'Sin e-mail',
  workspace: 'Workspace',
  changePassword: 'Cambiar contraseña',
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

export const passwordLabels = {
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

/** Spec A 2; the description of a status page that can't be read comes from spec A 4. */
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
  /** The bell's name: what is new, and what waits for the person. */
  waiting: (unread: number, personal: number) => {
    const parts = [...(unread > 0 ? [`${unread} sin leer`] : []), ...(personal > 0 ? [`${personal} para ti`] : [])];
    return parts.length > 0 ? `Alertas: ${parts.join(', ')}` : 'Alertas';
  },
  personal: 'Para ti',
  isNew: 'Nueva',
  empty: 'Sin alertas',
  emptyText: 'Aquí se avisa cuando algo necesita atención, y otra vez cuando se resuelve.',
  noWorkspaceText: 'Las alertas son de un workspace, y no perteneces a ninguno.',
  more: 'Ver más',
  deliveryFailed: (channel: string) => `No se pudo enviar por ${channel}`,
  allowNotifications: 'Activar avisos del navegador',
  blockedNotifications: 'El navegador bloquea los avisos de este sitio. Permítelos en su configuración.',
} as const;

export const paletteLabels = {
  title: 'Ir a…',
  // Not 'Buscar', which on a call asks for its recording.
  search: 'Ir a…',
  input: 'Buscar pantallas, campañas, agentes, acciones o un id de llamada',
  placeholder: 'Pantalla, campaña, agente, acción o id de llamada',
  close: 'Cerrar búsqueda',
  results: 'Resultados',
  recent: 'Recientes',
  groups: { call: 'Llamada', screen: 'Pantallas', campaign: 'Campañas', agent: 'Agentes', action: 'Acciones' },
  call: 'Llamada',
  count: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  nothing: (query: string) => `Nada coincide con «${query.trim()}»`,
  searchingCall: 'Buscando la llamada…',
  missingCall: (id: string) => `No hay una llamada ${id} en este workspace.`,
  switchTo: (name: string) => `Cambiar a ${name}`,
  showHelp: 'Mostrar ayudas contextuales',
  hideHelp: 'Ocultar ayudas contextuales',
  expandSidebar: 'Expandir menú',
  collapseSidebar: 'Contraer menú',
  themeWords: { light: 'claro', dark: 'oscuro', system: 'sistema' },
  passwordWords: 'clave password',
  logoutWords: 'salir cerrar sesión',
} as const;

export const shortcutLabels = {
  title: 'Atajos de teclado',
  anywhere: 'En cualquier pantalla',
  goTo: 'Ir a una pantalla',
  andThen: 'y luego',
} as const;

export const connectionLabels = {
  live: 'En Vivo',
  connecting: 'Conectando...',
  offline: 'Desconectado',
  reconnect: 'Reconectar',
  updated: 'Actualizado',
} as const;
