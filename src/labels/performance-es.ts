/** Texts of the performance screen. */
import { formatCountWithNoun } from './counted.ts';

const calls = (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas');
const over = (count: string, one: string, many: string) => `sobre ${formatCountWithNoun(count, one, many)}`;

export const scorecardPeriodOptions = [
  { value: '1d', label: 'Hoy' },
  { value: '7d', label: 'Últimos 7 Días' },
  { value: '30d', label: 'Últimos 30 Días' },
  { value: '90d', label: 'Últimos 90 Días' },
] as const;

export const performanceTabLabels = { summary: 'Resumen', agents: 'Por Agente', comparison: 'Comparación' } as const;

export const performanceScreenLabels = {
  title: 'Rendimiento de Agentes',
  figures: 'Cifras del período',
  tabs: 'Vistas del rendimiento',
  exportCsv: 'Exportar CSV',
  noAgent: 'Sin Agente',
  calls,
  seeCalls: (agent: string) => `Ver las llamadas: ${agent}`,
  empty: 'Sin llamadas en este período',
  emptyText:
    'El rendimiento aparece aquí apenas haya llamadas. Prueba con un período más largo o con todos los agentes.',
  longerPeriod: 'Ver los últimos 90 días',
  allAgents: 'Ver todos los agentes',
} as const;

export const scorecardLabels = {
  totalCalls: 'Total de llamadas',
  successRate: 'Tasa de éxito',
  goalRate: 'Tasa de objetivo',
  averageDuration: 'Duración promedio',
  satisfaction: 'Satisfacción',
  voiceQuality: 'Calidad de voz',
  responseTime: 'Tiempo de respuesta',
  successfulCalls: 'Exitosas',
  failedCalls: 'Fallidas',
  lastCall: 'Última llamada',
} as const;
export type ScorecardFigureName = keyof typeof scorecardLabels;

export const scorecardHelp = {
  totalCalls: 'Llamadas que empezaron en el período, entrantes, salientes y web, también las que siguen en curso.',
  successRate:
    'De las llamadas finalizadas, las terminadas o de más de 10 segundos. Excelente desde 85%, Bueno desde 70%, Regular desde 50%, Necesita mejora debajo.',
  goalRate: 'De las llamadas del agente cuyo objetivo se conoce, las que lo cumplieron según el análisis de Retell.',
  averageDuration: 'Promedio en minutos y segundos de las llamadas con duración mayor que cero.',
  satisfaction:
    'Promedio, de 1 a 5, del campo del análisis asignado a Satisfacción (CSAT). Si ninguna llamada lo trae se estima del sentimiento: positivo 5, neutral 3, negativo 1, y se marca Estimada.',
  voiceQuality:
    'De las llamadas conectadas en las que se conoce, las que no tuvieron errores de audio, reconocimiento ni proveedor y cuya mediana de respuesta fue de 1.500 ms como máximo.',
  responseTime: 'Promedio de la mediana de cada llamada: cuánto tarda el agente en contestar, de punta a punta.',
  successfulCalls: 'Llamadas finalizadas que se completaron o duraron más de 10 segundos.',
  failedCalls: 'Llamadas finalizadas que no se completaron y duraron 10 segundos o menos.',
  lastCall: 'La llamada más reciente del período.',
} satisfies Record<ScorecardFigureName, string>;

/** Functions that write how many calls a figure is computed from. The text is shown beside the figure. */
export const scorecardCallCountTexts = {
  finished: (count: string) => over(count, 'finalizada', 'finalizadas'),
  judged: (count: string) => over(count, 'analizada', 'analizadas'),
  finishedOf: (count: string) => formatCountWithNoun(count, 'finalizada', 'finalizadas'),
  calls: (count: string) => over(count, 'llamada', 'llamadas'),
} as const;

/** Reasons why a figure reads 'Sin datos'. */
export const scorecardNoDataReasonLabels = {
  successRate: 'Ninguna llamada del período finalizó todavía.',
  goalRate: 'Ninguna llamada del período fue analizada.',
  averageDuration: 'Ninguna llamada del período tiene duración.',
  satisfaction:
    'Ninguna llamada del período trae el campo de satisfacción ni un sentimiento conocido. Agrega el campo al análisis del agente en Retell.',
  satisfactionShort: 'Ninguna llamada trae el campo de satisfacción ni un sentimiento.',
  voiceQuality: 'De ninguna llamada conectada del período se conoce la latencia.',
  responseTime: 'Ninguna llamada del período tiene latencia medida.',
  lastCall: 'El agente no tiene llamadas en el período.',
  trend: 'Los días con los que se compara no tienen llamadas finalizadas.',
} as const;

export const satisfactionLabels = {
  max: 'de 5',
  estimated: 'Estimada',
} as const;

export const performanceTrendLabels = { unknownBefore: 'Antes:' } as const;

export const performanceSummaryLabels = {
  trends: 'Tendencias',
  trendsText: (agents: string) =>
    agents === '0'
      ? 'Sin agentes con llamadas'
      : agents === '1'
        ? 'El agente con llamadas'
        : `Los ${agents} agentes con más llamadas`,
  trendsHelp: (least: string) =>
    `La tasa de éxito de cada día y cómo se movió la del período contra los días que indica «Comparar con»; si el período llega a hoy, hasta la misma hora del día. Subió o bajó se dice solo más allá del azar (95%) y con 30 llamadas de cada lado. Sobre los días sin llamadas finalizadas la línea es tenue. Todas las curvas van de ${least} a 100%.`,
  rest: (agents: string) => `y ${formatCountWithNoun(agents, 'agente', 'agentes')} más`,
  spark: (agent: string) => `Tasa de éxito por día de ${agent}`,
  sparkText: (known: string, all: string, least: string, most: string, last: string) =>
    `${known} de ${formatCountWithNoun(all, 'día', 'días')} con datos; mínimo ${least}, máximo ${most}, último ${last}`,
  sparkEmpty: 'sin días con datos',
  top: 'Mejores Agentes',
  topText: (agents: string) =>
    agents === '0' || agents === '1' ? 'Por tasa de éxito' : `Los ${agents} primeros por tasa de éxito`,
  topHelp:
    'Por tasa de éxito, de mayor a menor; de iguales, el que finalizó más llamadas. Los de menos de 30 llamadas finalizadas van al final, sin puesto.',
  topEmpty: 'Ninguna llamada finalizada',
  topEmptyText: 'El orden aparece cuando finalice alguna llamada del período.',
  rank: (place: number) => `Puesto ${place}`,
  unranked: 'Sin puesto: menos de 30 llamadas finalizadas',
  goal: (rate: string) => `objetivo ${rate}`,
} as const;

export const agentComparisonLabels = {
  title: 'Comparación de Agentes',
  table: 'Agentes por sus cifras',
  text: (agents: string) => formatCountWithNoun(agents, 'agente', 'agentes'),
  sortBy: 'Ordenar por',
  columns: {
    name: 'Agente',
    successRate: 'Éxito',
    goalRate: 'Tasa de objetivo',
    totalCalls: 'Llamadas',
    successfulCalls: 'Exitosas',
    failedCalls: 'Fallidas',
    averageDuration: 'Duración',
    satisfaction: 'Satisfacción',
    voiceQuality: 'Voz',
    responseTime: 'Respuesta',
  },
  ascending: (column: string) => `${column}: menor a mayor`,
  descending: (column: string) => `${column}: mayor a menor`,
} as const;
export type AgentComparisonColumnName = keyof typeof agentComparisonLabels.columns;
