/** The audit log in words. A code of the contract without its sentence fails the build; one of a newer server is shown as it is. */
import type { AuditAction } from '../contract/audit.ts';

/** What the person did, to be read after their name; with `target`, to whom or what. */
const sentences = {
  'session.started': () => 'inició sesión',
  'session.refused': () => 'intentó iniciar sesión sin éxito',
  'session.ended': () => 'cerró sesión',
  'user.created': (target) => `creó el usuario${target}`,
  'user.updated': (target) => `cambió los datos del usuario${target}`,
  'user.deleted': (target) => `eliminó el usuario${target}`,
  'user.password_changed': (target) => `cambió la contraseña${target && ` de${target}`}`,
  'user.password_reset': (target) => `restableció la contraseña${target && ` de${target}`}`,
  'member.added': (target) => `invitó al workspace a${target || ' una persona'}`,
  'member.role_changed': (target) => `cambió el rol de${target || ' un miembro'}`,
  'member.removed': (target) => `quitó del workspace a${target || ' un miembro'}`,
  'workspace.created': (target) => `creó el workspace${target}`,
  'workspace.updated': (target) => `cambió los datos del workspace${target}`,
  'workspace.key_replaced': () => 'reemplazó la API Key de Retell',
  'workspace.key_shown': () => 'vio la API Key de Retell',
  'workspace.webhook_rotated': () => 'reemplazó la dirección del webhook',
  'workspace.switched': () => 'cambió a este workspace',
  'settings.saved': () => 'guardó la configuración',
  'campaign.created': (target) => `creó la campaña${target}`,
  'campaign.paused': (target) => `pausó la campaña${target}`,
  'campaign.resumed': (target) => `reanudó la campaña${target}`,
  'campaign.stopped': (target) => `detuvo la campaña${target}`,
  'campaign.deleted': (target) => `eliminó la campaña${target}`,
  'campaign.exported': (target) => `descargó datos de la campaña${target}`,
  'campaign.test_call': (target) => `hizo una llamada de prueba${target && ` a${target}`}`,
  'call.hang_up_ordered': (target) => `mandó cortar la llamada${target}`,
  'call.analysis_rerun': (target) => `pidió analizar de nuevo la llamada${target}`,
  'call.exported': () => 'descargó el historial de llamadas',
  'call.forgotten': (target) => `eliminó los datos de la llamada${target}`,
  'call.number_forgotten': () => 'eliminó los datos de un número',
  'call.retention_applied': () => 'eliminó los datos de llamadas que superaron el plazo de conservación',
  'do_not_call.added': (target) => `agregó a No Llamar el número${target}`,
  'do_not_call.removed': (target) => `quitó de No Llamar el número${target}`,
  'do_not_call.uploaded': (target) => `cargó en No Llamar la lista${target}`,
  'do_not_call.list_removed': (target) => `quitó de No Llamar la lista${target}`,
  'alert.tested': (target) => `probó el envío de alertas${target && ` por${target}`}`,
} satisfies Record<AuditAction, (target: string) => string>;

/** Topics that the log can be filtered by: the part of an action before the dot. */
export const auditTopicLabels = {
  session: 'Sesiones',
  user: 'Usuarios',
  member: 'Miembros',
  workspace: 'Workspace',
  settings: 'Configuración',
  campaign: 'Campañas',
  call: 'Llamadas',
  do_not_call: 'No Llamar',
  alert: 'Alertas',
} satisfies Record<AuditAction extends `${infer Topic}.${string}` ? Topic : never, string>;

/** 'eliminó el usuario «ana»'. `target`: a name, if there is one to show. */
export function describeAction(action: string, target: string | null): string {
  const sentence = Object.hasOwn(sentences, action) ? sentences[action as AuditAction] : null;
  const named = target ? ` «${target}»` : '';
  return sentence ? sentence(named) : `${action}${named}`;
}

export const auditLabels = {
  title: 'Registro de auditoría',
  text: 'Quién hizo qué, cuándo y desde dónde. Nada de aquí se borra, y solo se tachan los números olvidados.',
  topic: 'Tema',
  allTopics: 'Todos los temas',
  user: 'Buscar usuario',
  userPlaceholder: 'Usuario',
  from: 'Desde',
  to: 'Hasta',
  clearFilters: 'Limpiar filtros',
  failed: 'No se pudo leer el registro de auditoría.',
  empty: 'Todavía no hay nada registrado',
  noMatch: 'Nada coincide con los filtros',
  system: 'El sistema',
  unknown: 'Alguien',
  details: 'Detalles',
  detailsOf: (sentence: string) => `Detalles: ${sentence}`,
  address: 'Desde',
  before: 'Antes',
  after: 'Después',
  nothing: 'Vacío',
  yes: 'Sí',
  no: 'No',
} as const;

/** Keys of an entry's details, as far as they have a name; any other is shown as it is. */
export const auditDetailLabels: Readonly<Record<string, string>> = {
  name: 'Nombre',
  description: 'Descripción',
  username: 'Usuario',
  email: 'Email',
  firstName: 'Nombre',
  lastName: 'Apellido',
  isActive: 'Activo',
  role: 'Rol',
  key: 'Clave',
  last4: 'Últimos 4 caracteres',
  previousLast4: 'Últimos 4 de la anterior',
  apiKeyLast4: 'Últimos 4 caracteres de la API Key',
  from: 'Estado anterior',
  undelivered: 'Destinatarios sin llamar',
  hangUp: 'Cortar las llamadas en curso',
  recipients: 'Destinatarios',
  calls: 'Llamadas',
  duplicates: 'Duplicados',
  rejected: 'Filas omitidas',
  sendOption: 'Envío',
  file: 'Archivo',
  origin: 'Número de origen',
  agent: 'Agente',
  callId: 'Llamada',
  kind: 'Tipo de lista',
  fileDate: 'Fecha del archivo',
  entries: 'Números',
  outcome: 'Resultado',
  version: 'Versión',
  isWebhookSecretNew: 'Secreto del webhook reemplazado',
  'outgoingWebhook.hasSecret': 'Secreto del webhook guardado',
};
