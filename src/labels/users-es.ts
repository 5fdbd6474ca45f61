/** Texts of the screen 'Gestión de Usuarios'. */
import { formatCountWithNoun } from './counted.ts';

export const usersLabels = {
  title: 'Gestión de Usuarios',
  heading: 'Usuarios',
  counted: (count: string) => formatCountWithNoun(count, 'usuario registrado', 'usuarios registrados'),
  shownOf: (shown: string, all: string) =>
    `${shown} de ${formatCountWithNoun(all, 'usuario registrado', 'usuarios registrados')}`,
  loading: 'Cargando usuarios...',
  search: 'Buscar usuarios',
  searchPlaceholder: 'Usuario, e-mail o nombre',
  create: 'Nuevo Usuario',
  username: 'Usuario',
  email: 'Email',
  fullName: 'Nombre Completo',
  status: 'Estado',
  lastLogin: 'Último Login',
  createdAt: 'Fecha Creación',
  actions: 'Acciones',
  active: 'Activo',
  inactive: 'Inactivo',
  never: 'Nunca',
  unspecified: 'No especificado',
  you: 'Tú',
  noWorkspace: 'Sin workspace',
  edit: (username: string) => `Editar ${username}`,
  remove: (username: string) => `Eliminar ${username}`,
  secondFactor: 'Segundo factor',
  resetFactor: (username: string) => `Quitar segundo factor de ${username}`,
  notManaged: 'Lo administra el workspace donde se creó este usuario.',
  notRemovable: 'No puedes eliminar tu propia cuenta.',
  empty: 'No hay usuarios registrados',
  emptyText: 'Crea el primero con Nuevo Usuario.',
  none: 'Ningún usuario coincide',
  noneText: 'Prueba con otra búsqueda.',
  clearSearch: 'Limpiar búsqueda',
  readOnly: 'Solo los administradores pueden crear y editar usuarios.',
} as const;

export const userFormLabels = {
  username: 'Nombre de usuario',
  password: 'Contraseña',
  passwordName: 'contraseña',
  email: 'Email',
  firstName: 'Nombre',
  lastName: 'Apellido',
  role: 'Rol',
  status: 'Estado',
  optional: '(opcional)',
  passwordHint: 'Al menos 6 caracteres.',
  keepPassword: 'Dejar vacío para mantener actual',
  ownPassword: 'Cambia tu contraseña desde el menú de usuario.',
  foreignPassword: 'Pertenece también a workspaces que no administras, así que no puedes cambiar su contraseña.',
  homelessPassword:
    'No pertenece a ningún workspace: su contraseña se restablece en el servidor, con npm run reset-password.',
  ownStatus: 'No puedes desactivar tu propia cuenta.',
  inactiveEffect: 'Al desactivarlo se cierran sus sesiones al instante.',
} as const;

export const createUserLabels = {
  title: 'Crear Usuario',
  text: (workspace: string) => `Entra a ${workspace} con el rol que elijas; se cambia en Workspaces.`,
  submit: 'Crear Usuario',
  submitting: 'Creando...',
  doneTitle: 'Usuario creado',
  doneText: (username: string) => `${username} ha sido creado exitosamente.`,
  failed: 'No se pudo crear el usuario.',
} as const;

export const editUserLabels = {
  title: 'Editar Usuario',
  submit: 'Actualizar Usuario',
  submitting: 'Actualizando...',
  doneTitle: 'Usuario actualizado',
  doneText: (username: string) => `${username} ha sido actualizado exitosamente.`,
  failed: 'No se pudo actualizar el usuario.',
} as const;

export const removeUserLabels = {
  title: 'Eliminar usuario?',
  what: (username: string) =>
    `${username} perderá el acceso y sus sesiones se cierran al instante. Lo que hizo se conserva.`,
  text: 'Esta acción no se puede deshacer.',
  confirm: 'Eliminar',
  removing: 'Eliminando...',
  doneTitle: 'Usuario eliminado',
  doneText: (username: string) => `${username} ha sido eliminado exitosamente.`,
  failed: 'No se pudo eliminar el usuario.',
} as const;
