/** Texts of the main dashboard. */
import { formatCountWithNoun } from './counted.ts';

export const dashboardPeriodOptions = [
  { value: 'today', label: 'Hoy', title: 'Hoy', footer: 'hoy' },
  { value: 'yesterday', label: 'Ayer', title: 'Ayer', footer: 'ayer' },
  { value: '7d', label: 'Últimos 7 Días', title: 'Últimos 7 días', footer: 'esta semana' },
  { value: '30d', label: 'Últimos 30 Días', title: 'Últimos 30 días', footer: 'este mes' },
] as const;

export const dashboardLabels = {
  title: 'Dashboard',
  figures: 'Resumen',
  totalCalls: 'Total de llamadas',
  totalCallsDefinition: 'empezadas en el período',
  totalCallsHelp: 'Llamadas que empezaron en el período, entrantes, salientes y web.',
  activeNow: 'Activas ahora',
  activeNowDefinition: 'en curso en este momento',
  activeNowHelp: 'Llamadas en curso en este momento, cualquiera sea el período.',
  averageDuration: 'Duración promedio',
  averageDurationDefinition: 'de las que duraron algo',
  averageDurationHelp: 'Promedio en minutos y segundos de las llamadas del período con duración mayor que cero.',
  successRate: 'Tasa de éxito',
  successRateHelp:
    'De las llamadas finalizadas del período, las terminadas o de más de 10 segundos. Excelente desde 85%, Bueno desde 70%, Regular desde 50%, Necesita mejora debajo.',
  /** Reasons for which a figure on the dashboard shows 'Sin datos'. */
  noDuration: 'Ninguna llamada del período tiene duración.',
  noneFinished: 'Ninguna llamada del período finalizó todavía.',
  volumeTitle: 'Volumen de Llamadas',
  activeTitle: 'Llamadas Activas',
  activeCount: (count: string) => formatCountWithNoun(count, 'llamada en curso', 'llamadas en curso'),
  /** Text beside the number of active calls, if the dashboard lists only the newest of them. */
  activeNewest: (shown: string) => `• las ${shown} más recientes`,
  noActivity: 'Sin actividad actual',
  noActive: 'Sin llamadas activas',
  noActiveText: 'Las llamadas aparecen aquí apenas empiezan.',
  elapsed: 'transcurridos',
  seeAllActive: 'Ver Todas las Llamadas Activas',
  historyTitle: (period: string) => `Historial de Llamadas (${period})`,
  filteredAgent: '- Agente filtrado',
  noAgent: 'Sin Agente',
  noRecent: 'No hay llamadas recientes',
  noRecentText: 'Prueba con otro período o con todos los agentes.',
  seeAll: 'Ver Todo',
  exportData: 'Exportar Datos',
  seeDetails: 'Ver Detalles',
  pageOf: (page: string, pages: string, from: string, to: string, total: string) =>
    `Página ${page} de ${pages} • ${from}-${to} de ${total}`,
  footer: (count: string, period: string) => `${formatCountWithNoun(count, 'llamada', 'llamadas')} ${period}`,
} as const;

export const agentCallShareLabels = {
  title: 'Distribución de Agentes',
  active: (count: string) => formatCountWithNoun(count, 'agente activo', 'agentes activos'),
  list: 'Llamadas de cada agente',
  callsColumn: 'Llamadas',
  shareColumn: 'Participación',
  sentimentColumn: 'Sentimiento',
  calls: (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas'),
  share: 'participación',
  total: (isOne: boolean) => (isOne ? 'llamada' : 'llamadas'),
  empty: 'Sin datos de agentes',
  emptyText: 'Ningún agente tuvo llamadas en este período.',
  sentimentFailed: 'No se pudo cargar el sentimiento de las llamadas.',
} as const;

export const agentPerformanceLabels = {
  title: 'Rendimiento de Agentes',
  showing: (shown: string, all: string) => `Mostrando ${shown} de ${all}`,
  successRate: 'Tasa de éxito',
  goalRate: 'Tasa de objetivo',
  total: 'Total',
  completed: 'Exitosas',
  duration: 'Duración',
  /** Full names, for help and screen readers. */
  names: {
    successRate: 'Tasa de éxito del agente',
    goalRate: 'Tasa de objetivo del agente',
    total: 'Llamadas del agente',
    completed: 'Llamadas exitosas',
    duration: 'Duración promedio del agente',
  },
  noneJudged: 'Ninguna llamada del agente fue analizada.',
  bar: (agent: string) => `Tasa de éxito de ${agent}`,
  /** Text that is shown instead of a grade while none of the agent's calls has finished. */
  noneFinished: 'En curso',
  empty: 'Sin datos de rendimiento',
  emptyText: 'Ningún agente tuvo llamadas en este período.',
} as const;
