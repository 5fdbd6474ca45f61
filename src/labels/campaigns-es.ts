/** Spanish texts of the list of campaigns. Figures have the names that GLOSSARY.md gives. */
import type { CampaignPauseReason, CampaignWaitReason } from '../contract/campaigns.ts';
import { formatCountWithNoun } from './counted.ts';
import { chooseRemainingTimeVerb } from './waits-es.ts';

const calls = (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas');

export const campaignsLabels = {
  title: 'Histórico de Campañas',
  newCampaign: 'Nueva Campaña',
  empty: 'No hay campañas creadas',
  emptyText: 'Carga una lista de destinatarios y el agente los llama.',
  emptyOperatorText: 'Cuando alguien cree una, su avance aparece aquí.',
  createFirst: 'Crear Primera Campaña',
  list: 'Campañas',
  pageOf: (page: string, pages: string, from: string, to: string, total: string) =>
    `Página ${page} de ${pages} • ${from}-${to} de ${total}`,
  /**
   * Text shown if there are more campaigns than the list contains. It gives the number of listed campaigns and of all
   * campaigns.
   */
  shownNewest: (shown: string, all: string) => `Se muestran las ${shown} más recientes de ${all}.`,
  searchedNewest: (shown: string, all: string) => `Se buscó entre las ${shown} más recientes de ${all}.`,
  lastSent: 'Enviada',
  created: 'Creada',
  scheduledFor: (moment: string) => `Programada para ${moment}`,
  noAgent: 'Sin Agente',
  /** The numbers that the campaign calls from. */
  numbers: ([first = '', ...others]: readonly string[]) =>
    others.length === 0 ? first : `${first} y ${others.length} más`,
  seeResults: 'Ver Resultados',
  stop: 'Detener',
  pause: 'Pausar',
  resume: 'Reanudar',
  duplicate: 'Duplicar',
  /** Label of the button that calls people not contacted. `count`: number of these people, null until loaded. */
  uncontacted: (count: string | null) => `Llamar a los no contactados${count === null ? '' : ` (${count})`}`,
  remove: 'Eliminar',
  search: 'Buscar campañas',
  searchPlaceholder: 'Nombre u origen',
  statusFilter: 'Estado',
  allStatuses: 'Todos los estados',
  clearFilters: 'Limpiar filtros',
  noMatch: 'Ninguna campaña coincide',
  noMatchText: 'Ajusta la búsqueda o el estado para ver otras.',
} as const;

export const campaignFigureLabels = {
  total: { label: 'Total contactos', help: 'Destinatarios de la campaña, cada número una vez.' },
  responded: {
    label: 'Respondidos',
    help: 'Destinatarios cuya llamada llegó a una conversación, contestadores incluidos.',
  },
  completed: { label: 'Completados', help: 'Destinatarios cuya llamada terminó sin un motivo de error.' },
  successful: {
    label: 'Exitosos (objetivo)',
    help: 'Destinatarios con el objetivo cumplido, según la definición de éxito. Una llamada sin analizar no cuenta.',
  },
  successRate: {
    label: 'Tasa de éxito (objetivo)',
    help: 'Exitosos sobre contactados, que son los que contestó una persona.',
  },
} as const;

export const campaignProgressLabels = {
  withResult: (done: string, total: string) => `${done} de ${total} con resultado`,
  timeLeft: (length: string) =>
    chooseRemainingTimeVerb(length) === 'queda' ? `Queda ~${length}` : `Quedan ~${length}`,
  underAMinute: 'Queda menos de 1 min',
  timeLeftHelp:
    'Hasta que termine la última llamada: con los reintentos, el horario de llamadas y las otras campañas en curso, por las líneas y el ritmo de ahora. Nueve de cada diez veces, en este intervalo.',
  timeUnknown: 'Tiempo restante: sin datos',
  timeUnknownHelp:
    'Se sabe cuando se aceptaron llamadas en los últimos minutos o el workspace tiene 50 en 30 días; con reintentos, cuando se sabe cómo terminan.',
  pending: 'Pendientes',
  pendingHelp: 'Todavía sin llamar, o a la espera de otro intento.',
  dialing: 'Marcando',
  dialingHelp: 'Se le pidió la llamada a Retell y falta su respuesta.',
  live: 'En llamada',
  liveHelp: 'Retell aceptó la llamada y todavía no terminó.',
  finished: 'Terminadas',
  finishedHelp: 'Llamadas que Retell aceptó y ya terminaron, contestadas o no.',
  undelivered: 'No enviados',
  undeliveredHelp: 'Retell los rechazó, o quedaron sin llamar al detener la campaña.',
  unconfirmed: 'Sin confirmar',
  unconfirmedHelp: 'No se puede saber si Retell llegó a llamar. No se vuelven a llamar solos.',
  skipped: 'Omitidos',
  skippedHelp: 'Su número está en la lista No Llamar, o es la misma persona que otra fila. No se los llama.',
  duplicates: 'Duplicados',
  duplicatesHelp: 'Filas del archivo con un número repetido. Se llama una sola vez.',
  retrying: 'Con otro intento',
  retryingHelp:
    'Ya se los llamó y esperan otro intento, o se está haciendo. Cuentan también como pendientes, marcando o sin confirmar.',
  rejected: 'Filas omitidas',
  rejectedHelp: 'Filas del archivo con errores que se dejaron afuera. Nunca se llaman.',
} as const;

export const campaignWaitLabels = {
  until: (moment: string) => `En espera hasta ${moment}.`,
  noEnd: 'En espera.',
  paused: 'Pausado hasta que alguien la reanude.',
  unknownReason: 'Por un motivo que esta versión de la consola no conoce.',
} as const;

/** Reasons why nobody is called now. */
export const campaignWaitReasonTexts = {
  calling_window: 'Fuera del horario de llamadas de la configuración.',
  daily_attempts: 'Los números que quedan ya tuvieron sus intentos de hoy.',
  retry_delay: 'Los que quedan esperan su próximo intento.',
  number_cap: 'Sus números de origen ya hicieron sus llamadas de hoy.',
  origin_barred:
    'Las reglas por país no permiten llamar a los que quedan desde sus números de origen. Hace falta otra campaña con un número permitido, o apagar la regla en Configuración → Discado.',
  callback: 'Los que quedan pidieron que los vuelvan a llamar más adelante.',
  open: 'Ya se llamó a todos. La campaña sigue abierta y espera más destinatarios.',
} satisfies Record<CampaignWaitReason, string>;

/** Reasons why a campaign is paused. */
export const campaignPauseReasonTexts = {
  no_valid_payment: 'Retell rechaza las llamadas porque la cuenta no tiene un medio de pago válido.',
  credit_exhausted: 'Se agotó el crédito de la cuenta de Retell. Recárgalo antes de reanudar.',
  budget_reached: 'Se alcanzó el presupuesto fijado en la cuenta de Retell. Amplíalo antes de reanudar.',
  telephony_provider_permission_denied:
    'El proveedor de telefonía rechaza las credenciales SIP del número de origen. Corrígelas en Retell antes de reanudar.',
  key_rejected: 'Retell rechaza la API Key del workspace.',
  agent_changed:
    'El número de origen dio una llamada a otro agente que el de la campaña. Asígnale de nuevo el agente en Retell, o duplica la campaña y elige uno.',
  orders_refused:
    'Retell rechazó todas las últimas órdenes de llamar. El motivo está en el registro: revisa en Retell el número de origen y el agente antes de reanudar.',
  circuit_breaker: 'La mitad de las últimas llamadas terminó por fallas técnicas.',
  person: 'La pausó una persona.',
  restored:
    'Los datos vienen de una copia de seguridad: quienes fueron llamados después de hacerla figuran como pendientes. Revísalo antes de reanudar.',
  no_admin: 'El workspace se quedó sin administradores: la cuenta de quien lo creó terminó.',
} satisfies Record<CampaignPauseReason, string>;

export const stopCampaignLabels = {
  title: (name: string) => `¿Detener «${name}»?`,
  pending: (count: string, one: boolean) =>
    one ? 'Se cancelará 1 llamada pendiente.' : `Se cancelarán ${count} llamadas pendientes.`,
  nonePending: 'No quedan llamadas pendientes por cancelar.',
  live: (count: string, one: boolean) =>
    one ? `${calls(count)} en curso sigue hasta terminar.` : `${calls(count)} en curso siguen hasta terminar.`,
  hangUp: (count: string, one: boolean) =>
    one ? 'Cortar también la llamada en curso' : `Cortar también las ${count} llamadas en curso`,
  hangUpHint: 'Las personas con las que habla el agente escuchan el corte.',
  doneTitle: 'Campaña detenida',
  doneText: 'La campaña ha sido detenida exitosamente.',
  failed: 'No se pudo detener la campaña.',
} as const;

export const pauseCampaignLabels = {
  doneTitle: 'Campaña pausada',
  doneText: 'La campaña ha sido pausada exitosamente.',
  failed: 'No se pudo pausar la campaña.',
} as const;

export const keepCampaignOpenLabels = {
  action: 'Dejar abierta',
  badge: 'Abierta',
  doneTitle: 'Campaña abierta',
  doneText: 'Cuando termine de llamar, espera más destinatarios.',
  failed: 'No se pudo abrir la campaña.',
} as const;

export const closeCampaignToNewRecipientsLabels = {
  action: 'Cerrar a nuevos destinatarios',
  doneTitle: 'Campaña cerrada',
  doneText: 'Termina cuando haya llamado a todos.',
  failed: 'No se pudo cerrar la campaña.',
} as const;

export const resumeCampaignLabels = {
  doneTitle: 'Campaña reanudada',
  doneText: 'La campaña ha sido reanudada exitosamente.',
  failed: 'No se pudo reanudar la campaña.',
} as const;

export const removeCampaignLabels = {
  title: (name: string) => `¿Eliminar «${name}»?`,
  text: 'Deja de aparecer en el histórico. Las llamadas que hizo se conservan.',
  doneTitle: 'Campaña eliminada',
  doneText: 'La campaña ha sido marcada como eliminada.',
  failed: 'No se pudo eliminar la campaña.',
} as const;

/** Error texts for an action on a campaign that another user or the dispatcher changed meanwhile. */
export const campaignChangedMeanwhileTexts = {
  status: (status: string) => `Su estado cambió mientras tanto: ahora es «${status}».`,
  gone: 'Alguien la eliminó mientras tanto.',
} as const;
