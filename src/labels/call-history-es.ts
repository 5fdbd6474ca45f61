/** Texts of the call history. */
import type { AttentionRuleKind } from '../contract/attention.ts';
import { attentionRuleLabels } from './attention-es.ts';
import { formatCountWithNoun } from './counted.ts';
import { formatListRange } from './common-es.ts';
import { weekdayNames } from './weekdays-es.ts';
import type { YesNoMetric } from '../contract/regional.ts';
import type {
  CallDirection,
  CallFilters,
  CallMeasureFilterName,
  CallSortOrder,
  CallSummary,
} from '../contract/calls.ts';
import { chooseRemainingTimeVerb } from './waits-es.ts';

/**
 * Options of the call history's status filter, with the labels of its list. 'Exitosa' means the status ended; 'Fallida'
 * means not_connected or failed.
 */
export const callStatusFilterOptions = [
  { value: 'ended', label: 'Exitosa' },
  { value: 'not_connected', label: 'Fallida' },
  { value: 'in_progress', label: 'En curso' },
  { value: 'finished', label: 'Finalizada' },
] as const satisfies readonly { value: NonNullable<CallFilters['status']>; label: string }[];

/**
 * Options of the call history's filter by figure. Each option lists the calls that a figure counts. Figures on other
 * screens link to it.
 */
export const callMeasureFilterOptions = [
  { value: 'succeeded', label: 'Exitosas' },
  { value: 'unsuccessful', label: 'Fallidas' },
  { value: 'judged', label: 'Con objetivo conocido' },
  { value: 'human', label: 'Con personas' },
  { value: 'human_timed', label: 'Con personas y duración' },
  { value: 'human_greeted', label: 'Con personas, habla primero el agente' },
  { value: 'human_worded', label: 'Con personas y tiempos de palabras' },
  { value: 'human_transcribed', label: 'Con personas y transcripción' },
  { value: 'human_judged', label: 'Con personas, número y objetivo' },
  { value: 'human_fielded', label: 'Con personas y datos obligatorios' },
] as const satisfies readonly { value: CallMeasureFilterName; label: string }[];

export const callChannelFilterOptions = [
  { value: 'phone_call', label: 'Teléfono' },
  { value: 'web_call', label: 'Web' },
] as const satisfies readonly { value: CallSummary['callType']; label: string }[];

export const callDirectionFilterOptions = [
  { value: 'inbound', label: 'Entrantes' },
  { value: 'outbound', label: 'Salientes' },
  { value: 'web_call', label: 'WebCall' },
] as const satisfies readonly { value: CallDirection; label: string }[];

export const callGoalFilterOptions = [
  { value: 'reached', label: 'Cumplido' },
  { value: 'missed', label: 'No cumplido' },
] as const satisfies readonly { value: NonNullable<CallFilters['goal']>; label: string }[];

export const callAttentionFilterOptions: readonly { value: NonNullable<CallFilters['attention']>; label: string }[] = [
  { value: 'any', label: 'Con avisos' },
  ...(Object.keys(attentionRuleLabels) as AttentionRuleKind[]).map((value) => ({
    value,
    label: attentionRuleLabels[value].name,
  })),
];

/** Writes weekday (1 is Monday) and hour as 'Martes, 14 h'; 'Martes' or '14 h' if the other one is null. */
export function formatWeekHour(weekday: number | null, hour: number | null): string {
  return [weekday === null ? null : weekdayNames[weekday - 1], hour === null ? null : `${hour} h`]
    .filter(Boolean)
    .join(', ');
}

export const callSortOptions = [
  { value: '-date', label: 'Más recientes' },
  { value: 'date', label: 'Más antiguas' },
  { value: '-duration', label: 'Más largas' },
  { value: 'duration', label: 'Más cortas' },
] as const satisfies readonly { value: CallSortOrder; label: string }[];

/** Ranges of days relative to today. */
export const callHistoryDayRangeOptions = [
  { value: 'today', label: 'Hoy' },
  { value: 'yesterday', label: 'Ayer' },
  { value: '7d', label: '7 días' },
  { value: '30d', label: '30 días' },
] as const;

/** Filters by the analysis of a call. */
export const yesNoMetricFilterLabels = {
  complaintRate: 'Queja',
  rpcRate: 'Habló el titular',
  conversionToCommitment: 'Compromiso',
  promiseKeptRate: 'Promesa cumplida',
  csatT: 'Satisfecho (CSAT)',
  qaPassRate: 'Calidad aprobada',
  scriptCompliance: 'Guion cumplido',
  intentAccuracy: 'Intención acertada',
} satisfies Record<YesNoMetric, string>;

export const yesNoFilterOptions = [
  { value: 'yes', label: 'Sí' },
  { value: 'no', label: 'No' },
] as const;

export const callHistoryLabels = {
  title: 'Historial de Llamadas',
  campaignTitle: 'Resultados de Campaña',
  campaign: 'Campaña:',
  seeAll: 'Ver todas',
  backToCampaigns: 'Volver al histórico de campañas',
  days: 'Período',
  from: 'Desde',
  to: 'Hasta',
  status: 'Estado',
  sentiment: 'Sentimiento',
  channel: 'Canal',
  agent: 'Agente',
  origin: 'Dirección',
  goal: 'Objetivo',
  result: 'Resultado',
  reason: 'Motivo de fin',
  attention: 'Avisos en vivo',
  measure: 'Cuenta',
  missed: 'No cumple',
  judged: 'Según el análisis',
  all: 'Todos',
  agentsLoading: 'Cargando...',
  agentsFailed: 'Agentes no disponibles',
  search: 'Buscar llamadas',
  searchPlaceholder: 'Número, cliente, agente o lo que se dijo',
  clearSearch: 'Limpiar búsqueda',
  total: (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas'),
  sort: 'Orden',
  table: 'Llamadas',
  said: 'En la transcripción:',
  erased: 'Datos eliminados',
  noAgent: 'Sin agente',
  none: '-',
  pageSize: 'Por página',
  loading: 'Cargando llamadas...',
  range: formatListRange,
  empty: 'No se encontraron llamadas',
  emptyCampaign: 'Esta campaña no tiene llamadas registradas.',
  emptyFilters: 'Ajusta los filtros para ver diferentes resultados.',
  columns: 'Columnas',
  usualColumns: 'Columnas de siempre',
} as const;

/** All columns of the list, in order. */
export const callHistoryColumnLabels = {
  status: 'Estado',
  result: 'Resultado',
  contact: 'Cliente',
  direction: 'Dirección',
  agent: 'Agente',
  campaign: 'Campaña',
  reason: 'Motivo de fin',
  sentiment: 'Sentimiento',
  duration: 'Duración',
  cost: 'Costo',
  latency: 'Latencia',
  date: 'Fecha',
} as const;

/** Help texts for columns with figures. */
export const callHistoryColumnHelp = {
  result: 'Qué se logró: el objetivo según el análisis de Retell, o por qué no hubo conversación con una persona.',
  cost: 'Lo que Retell cobró por la llamada.',
  latency: 'La mitad de las respuestas del agente llegó en este tiempo o menos (p50, de punta a punta).',
} as const;

export const callValueUnitLabels = {
  milliseconds: (ms: string) => `${ms} ms`,
} as const;

export const savedViewLabels = {
  menu: 'Vistas',
  saved: 'Vistas guardadas',
  none: 'Todavía no guardaste ninguna.',
  loading: 'Cargando...',
  failed: 'No se pudieron leer las vistas.',
  current: 'Vista actual',
  save: 'Guardar vista actual',
  manage: 'Administrar vistas',
  saveTitle: 'Guardar vista',
  saveText: 'Guarda los filtros, la búsqueda, el orden y el tamaño de página con un nombre. Solo tú la ves.',
  renameTitle: 'Cambiar nombre',
  name: 'Nombre',
  namePlaceholder: 'Fallidas de hoy',
  submit: 'Guardar',
  submitting: 'Guardando...',
  savedTitle: 'Vista guardada',
  overwrite: 'Reemplazar por los filtros actuales',
  overwriteOf: (name: string) => `Reemplazar ${name} por los filtros actuales`,
  overwritten: 'Vista actualizada',
  rename: 'Cambiar nombre',
  renameOf: (name: string) => `Cambiar nombre de ${name}`,
  remove: 'Eliminar',
  removeOf: (name: string) => `Eliminar ${name}`,
  removeTitle: 'Eliminar vista',
  removeText: (name: string) => `Se eliminará la vista «${name}». Las llamadas no cambian.`,
  removed: 'Vista eliminada',
  actionFailed: 'No se pudo guardar el cambio.',
} as const;

export const callExportLabels = {
  action: 'Exportar CSV',
  short: 'CSV',
  running: 'Exportando llamadas',
  preparing: 'Preparando el archivo...',
  rows: (rows: string) => formatCountWithNoun(rows, 'llamada', 'llamadas'),
  rowsOf: (rows: string, total: string) => `${rows} de ${total}`,
  left: (time: string) => `${chooseRemainingTimeVerb(time)} ${time}`,
  goOn: 'Puedes seguir en otra pantalla: el archivo se guarda solo.',
  doneTitle: 'Exportación lista',
  doneText: (file: string, rows: string, one: boolean) => `${file}: ${rows} ${one ? 'llamada' : 'llamadas'}`,
  failedTitle: 'La exportación falló',
  dismiss: 'Descartar',
  cancelled: 'Exportación cancelada',
  fileName: 'llamadas.csv',
} as const;

export const callListShortcutLabels = {
  title: 'Historial de llamadas',
  search: 'Buscar llamadas',
  next: 'Llamada siguiente',
  previous: 'Llamada anterior',
} as const;
