/** Texts of the call history. */
import type { CallDirection, CallSort, CallStatus, CallSummary } from '../contract/calls.ts';

/** The status filter: Exitosas = ended, Fallidas = not_connected (failed included), En curso = in_progress. */
export const statusFilterOptions = [
  { value: 'ended', label: 'Exitosas' },
  { value: 'not_connected', label: 'Fallidas' },
  { value: 'in_progress', label: 'En curso' },
] as const satisfies readonly { value: CallStatus; label: string }[];

export const channelFilterOptions = [
  { value: 'phone_call', label: 'Teléfono' },
  { value: 'web_call', label: 'Web' },
] as const satisfies readonly { value: CallSummary['callType']; label: string }[];

export const originFilterOptions = [
  { value: 'inbound', label: 'Entrantes' },
  { value: 'outbound', label: 'Salientes' },
  { value: 'web_call', label: 'WebCall' },
] as const satisfies readonly { value: CallDirection; label: string }[];

export const sortOptions = [
  { value: '-date', label: 'Más recientes' },
  { value: 'date', label: 'Más antiguas' },
  { value: '-duration', label: 'Más largas' },
  { value: 'duration', label: 'Más cortas' },
] as const satisfies readonly { value: CallSort; label: string }[];

/** Days that move on with the calendar. */
export const dayRangeOptions = [
  { value: 'today', label: 'Hoy' },
  { value: 'yesterday', label: 'Ayer' },
  { value: '7d', label: '7 días' },
  { value: '30d', label: '30 días' },
] as const;

export const callHistoryLabels = {
  title: 'Historial de Llamadas',
  campaignTitle: 'Resultados de Campaña',
  campaign: 'Campaña:',
  seeAll: 'Ver todas',
  backToCampaigns: 'Volver al histórico de campañas',
  filters: 'Filtros',
  activeFilters: (count: number) => (count === 1 ? '1 filtro activo' : `${count} filtros activos`),
  clearFilters: 'Limpiar filtros',
  from: 'Desde',
  to: 'Hasta',
  status: 'Estado',
  sentiment: 'Sentimiento',
  channel: 'Canal',
  agent: 'Agente',
  origin: 'Origen',
  all: 'Todos',
  agentsLoading: 'Cargando...',
  agentsFailed: 'Agentes no disponibles',
  table: 'Llamadas',
  contact: 'Contacto',
  direction: 'Dirección',
  reason: 'Motivo de fin',
  duration: 'Duración',
  when: 'Fecha',
  noAgent: 'Sin agente',
  none: '-',
  pageSize: 'Por página',
  loading: 'Cargando llamadas...',
  range: (from: string, to: string, total: string) => `${from}-${to} de ${total}`,
  count: (count: string, one: boolean) => `${count} ${one ? 'llamada' : 'llamadas'}`,
  empty: 'No se encontraron llamadas',
  emptyCampaign: 'Esta campaña no tiene llamadas registradas.',
  emptyFilters: 'Ajusta los filtros para ver diferentes resultados.',
} as const;
