/** Spanish texts of the screen 'Gestión de Workspaces': workspaces, API keys and members. */
import type { Role } from '../contract/endpoint.ts';
import { formatCountWithNoun } from './counted.ts';

export const roleDescriptions = {
  admin: 'Control total: configura, invita personas y ve la API Key.',
  editor: 'Crea y controla campañas y guarda la configuración.',
  operator: 'Solo lectura: dashboard, historial y métricas.',
} satisfies Record<Role, string>;

/** Error texts that the browser shows if the server's response has none (specification A 8). */
export const workspaceRequestErrorTexts = {
  create: 'Failed to create workspace',
  update: 'Failed to update workspace',
  members: 'Failed to fetch workspace members',
  idRequired: 'Workspace ID is required',
} as const;

export const workspaceFormLabels = {
  creating: 'Creando...',
  createTitle: 'Crear Nuevo Workspace',
  createText: 'Se verifica la API Key con Retell antes de guardarla.',
  name: 'Nombre del Workspace',
  namePlaceholder: 'Ventas Q1',
  description: 'Descripción',
  apiKey: 'API Key de Retell',
  retellWorkspaceId: 'ID del Workspace de Retell',
  optional: '(opcional)',
  createdTitle: 'Workspace creado',
  createdText: 'El workspace se ha creado exitosamente.',
  createFailed: 'No se pudo crear el workspace.',
} as const;

export const workspacesLabels = {
  title: 'Gestión de Workspaces',
  tabs: 'Workspaces',
  current: 'Actual',
  empty: 'No tienes workspaces',
  emptyText: 'Crea uno con la API Key de Retell, o pide que te agreguen a uno.',
  noDescription: 'Sin descripción',
  edit: 'Editar',
  checkConnection: 'Comprobar la conexión',
  editWorkspace: 'Editar workspace',
  editText: 'Los cambios se ven en todas las pantallas del workspace.',
  save: 'Guardar Cambios',
  saving: 'Guardando...',
  change: 'Cambiar',
  changing: 'Cambiando...',
  retellWorkspaceId: 'ID en Retell',
  updatedTitle: 'Workspace actualizado',
  updatedText: 'Los cambios del workspace se guardaron.',
  updateFailed: 'No se pudo actualizar el workspace.',
} as const;

export const apiKeyLabels = {
  name: 'API Key',
  masked: (last4: string) => `API Key terminada en ${last4}`,
  show: 'Mostrar API Key',
  hide: 'Ocultar API Key',
  copy: 'Copiar API Key',
  copied: 'API Key copiada',
  copyFailed: 'No se pudo copiar la API Key.',
  showFailed: 'No se pudo mostrar la API Key.',
  audited: 'Cada vez que se muestra o se copia queda en el registro de auditoría.',
  shownFor: (seconds: number) => `Visible durante ${formatCountWithNoun(seconds, 'segundo', 'segundos')}.`,
  adminsOnly: 'Solo los administradores pueden verla y copiarla.',
  replace: 'Reemplazar',
  replaceTitle: 'Reemplazar API Key',
  replaceText: 'La nueva se verifica con Retell antes de guardarla. La anterior sigue verificando webhooks 24 h más.',
  newKey: 'Nueva API Key de Retell',
  signing: '¿Con qué key firma Retell los webhooks?',
  signingKeep: 'Con la misma que hasta ahora',
  signingApiKey: 'Con la API Key',
  signingOther: 'Con otra key (Webhook Key)',
  webhookKey: 'Webhook Key de Retell',
  webhookKeyRequired: 'La Webhook Key es requerida',
  submit: 'Reemplazar API Key',
  submitting: 'Verificando...',
  replaced: 'API Key reemplazada',
  replacedText: 'La anterior verifica webhooks durante 24 h más.',
  replaceFailed: 'No se pudo reemplazar la API Key.',
} as const;

export const membersLabels = {
  title: 'Miembros',
  counted: (count: string) => formatCountWithNoun(count, 'miembro', 'miembros'),
  countedWith: (members: string, count: string, pending: number) =>
    pending === 0 ? members : `${members}, ${count} ${pending === 1 ? 'pendiente' : 'pendientes'}`,
  shownOf: (shown: string, all: string) => `${shown} de ${formatCountWithNoun(all, 'miembro', 'miembros')}`,
  loading: 'Cargando miembros...',
  search: 'Buscar miembros',
  searchPlaceholder: 'Usuario, e-mail o nombre',
  roleFilter: 'Rol',
  allRoles: 'Todos los roles',
  username: 'Usuario',
  email: 'Email',
  name: 'Nombre',
  role: 'Rol',
  status: 'Estado',
  lastAccess: 'Último acceso',
  actions: 'Acciones',
  noEmail: 'No registrado',
  noName: 'No especificado',
  active: 'Activo',
  inactive: 'Inactivo',
  /** Invited, but has not answered. */
  pending: 'Pendiente',
  unknown: 'Sin datos',
  never: 'Nunca',
  you: 'Tú',
  selectAll: 'Seleccionar todos',
  select: (username: string) => `Seleccionar a ${username}`,
  selected: (count: string) => formatCountWithNoun(count, 'seleccionado', 'seleccionados'),
  clearSelection: 'Quitar selección',
  actionsFor: (username: string) => `Acciones de ${username}`,
  none: 'Ningún miembro coincide',
  noneText: 'Prueba con otra búsqueda u otro rol.',
  clearFilters: 'Limpiar filtros',
} as const;

export const inviteUserLabels = {
  open: 'Invitar',
  title: 'Invitar usuario',
  text: (workspace: string) =>
    `Con el usuario que la persona ya tiene. Si lo creó otro workspace, entra a ${workspace} cuando acepta la invitación, que vale 14 días.`,
  username: 'Nombre de usuario',
  atOnce: 'Entra al instante.',
  onceAccepted: 'Entra cuando acepta la invitación.',
  /**
   * Text for a username that is in none of the inviting user's workspaces. It must not reveal whether the username
   * exists.
   */
  unknown: 'En tus workspaces no hay nadie con ese nombre. Si existe en otro equipo, verá la invitación.',
  role: 'Rol',
  newcomer: '¿Todavía no tiene usuario?',
  createUser: 'Crear usuario',
  submit: 'Invitar',
  submitting: 'Invitando...',
  doneTitle: 'Usuario invitado',
  doneText: (username: string, role: string) => `${username} entra como ${role}.`,
  pendingText: (username: string, role: string) => `Si existe, ${username} entra como ${role} cuando acepte.`,
  failedTitle: 'Error al invitar usuario',
  failed: 'No se pudo agregar el usuario al workspace',
} as const;

export const changeRoleLabels = {
  open: 'Cambiar rol',
  title: (username: string) => `Cambiar rol de ${username}`,
  text: 'Vale al instante, también en las sesiones abiertas.',
  ownText: 'Es tu propio rol: si dejas de ser administrador no podrás recuperarlo sin ayuda.',
  submit: 'Cambiar rol',
  submitting: 'Cambiando...',
  doneTitle: 'Rol actualizado',
  doneText: (username: string, role: string) => `${username} ahora es ${role}.`,
  failedTitle: 'Error al actualizar rol',
  failed: 'No se pudo actualizar el rol del usuario',
} as const;

export const removeMemberLabels = {
  open: 'Remover',
  title: (username: string) => `¿Remover a ${username}?`,
  text: (username: string, workspace: string) =>
    `${username} perderá el acceso a ${workspace} al instante. Su usuario sigue existiendo.`,
  ownText: (workspace: string) => `Perderás el acceso a ${workspace} al instante.`,
  confirm: 'Remover',
  removing: 'Removiendo...',
  doneTitle: 'Usuario removido',
  doneText: (username: string, workspace: string) => `${username} ya no tiene acceso a ${workspace}.`,
  failedTitle: 'Error al remover usuario',
  failed: 'No se pudo remover el usuario del workspace',
} as const;

/** Texts for withdrawing an open invitation. */
export const withdrawInvitationLabels = {
  open: 'Retirar invitación',
  title: (username: string) => `¿Retirar la invitación a ${username}?`,
  text: (username: string, workspace: string) =>
    `${username} ya no podrá entrar a ${workspace} con ella. Puedes enviar otra.`,
  confirm: 'Retirar',
  removing: 'Retirando...',
  doneTitle: 'Invitación retirada',
  doneText: (username: string, workspace: string) => `${username} ya no está invitado a ${workspace}.`,
  failedTitle: 'Error al retirar la invitación',
  failed: 'No se pudo retirar la invitación',
} as const;

export const removeSelectedMembersLabels = {
  open: 'Remover seleccionados',
  title: (count: string, one: boolean) => (one ? `¿Remover ${count} miembro?` : `¿Remover ${count} miembros?`),
  text: (workspace: string) => `Perderán el acceso a ${workspace} al instante:`,
  ownText: 'También te quitarás a ti: perderás el acceso.',
  pendingText: 'Las invitaciones pendientes se retiran.',
  andMore: (count: string) => `y ${count} más`,
  progress: (done: string, all: string) => `Removiendo ${done} de ${all}...`,
  doneTitle: 'Usuarios removidos',
  doneText: (count: string) => formatCountWithNoun(count, 'miembro perdió el acceso.', 'miembros perdieron el acceso.'),
  failedTitle: 'Error al remover usuarios',
  failed: 'No se pudieron remover algunos usuarios',
  stayed: (names: string, reason: string | null) =>
    reason === null ? `Siguen seleccionados: ${names}.` : `Siguen seleccionados: ${names}. ${reason}`,
} as const;
