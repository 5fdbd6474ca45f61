/** Texts of the analytics screen. */
import { formatCountWithNoun } from './counted.ts';
import { figureDefinitionTexts } from './common-es.ts';

const over = (count: string, one: string, many: string) => (count === '1' ? one : `sobre ${count} ${many}`);

export const analyticsLabels = {
  title: 'Analytics',
  figures: 'Resumen',
  exportCsv: 'Exportar CSV',
  report: 'Informe',
  seeCalls: (about: string) => `Ver las llamadas: ${about}`,
  calls: (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas'),
  empty: 'Sin llamadas en este período',
  emptyText: 'Las cifras aparecen aquí apenas haya llamadas. Prueba con un período más largo o con todos los agentes.',
  noAgent: 'Sin Agente',
} as const;

export const analyticsTileLabels = {
  totalCalls: 'Total de llamadas',
  successfulCalls: 'Objetivo cumplido',
  failedCalls: 'Objetivo no cumplido',
  successRate: 'Tasa de objetivo',
  averageCallDuration: 'Duración promedio',
  averageLatency: 'Latencia promedio',
  totalCallCost: 'Costo total',
  costPerSuccessfulCall: 'Costo por objetivo cumplido',
} as const;
export type AnalyticsTileName = keyof typeof analyticsTileLabels;

const comparedWith =
  'Se compara con los días que indica «Comparar con»; si el período llega a hoy, hasta la misma hora del día. Sin llamadas en ellos no se muestra comparación.';

export const analyticsTileHelp = {
  totalCalls: `Llamadas que empezaron en el período, entrantes, salientes y web, también las que siguen en curso. ${comparedWith}`,
  successfulCalls: `Llamadas que cumplieron su objetivo según el análisis de Retell. Las que aún no se analizaron no se cuentan. ${comparedWith}`,
  failedCalls: `Llamadas analizadas que no cumplieron su objetivo. Las que aún no se analizaron no se cuentan. ${comparedWith}`,
  successRate: `De las llamadas cuyo objetivo se conoce, las que lo cumplieron. ${comparedWith}`,
  averageCallDuration: `Promedio en minutos y segundos de las llamadas con duración mayor que cero. ${comparedWith}`,
  averageLatency: `Promedio de la mediana de cada llamada: cuánto tarda el agente en contestar, de punta a punta. ${comparedWith}`,
  totalCallCost: `Lo que Retell facturó por las llamadas del período. ${comparedWith}`,
  costPerSuccessfulCall: `El costo total del período dividido por las llamadas que cumplieron su objetivo. ${comparedWith}`,
} satisfies Record<AnalyticsTileName, string>;

/**
 * Functions that write the number of calls from which an Analytics figure is computed. The text is shown beside the
 * figure.
 */
export const analyticsTileCallCountFormatters = {
  totalCalls: (count: string) => formatCountWithNoun(count, 'finalizada', 'finalizadas'),
  successfulCalls: (count: string) => `según el análisis, ${over(count, 'sobre 1 analizada', 'analizadas')}`,
  failedCalls: (count: string) => `según el análisis, ${over(count, 'sobre 1 analizada', 'analizadas')}`,
  successRate: (count: string) => `${figureDefinitionTexts.goal}, ${over(count, 'sobre 1 analizada', 'analizadas')}`,
  averageCallDuration: (count: string) => over(count, 'sobre 1 llamada', 'llamadas'),
  averageLatency: (count: string) => over(count, 'sobre 1 llamada', 'llamadas'),
  totalCallCost: (count: string) => over(count, 'sobre 1 llamada', 'llamadas'),
  costPerSuccessfulCall: (count: string) => over(count, 'sobre 1 con objetivo cumplido', 'con objetivo cumplido'),
} satisfies Record<AnalyticsTileName, (count: string) => string>;

/** Reasons why a figure reads 'Sin datos'. */
export const analyticsTileNoDataReasonLabels = {
  totalCalls: '',
  successfulCalls: 'Ninguna llamada del período fue analizada.',
  failedCalls: 'Ninguna llamada del período fue analizada.',
  successRate: 'Ninguna llamada del período fue analizada.',
  averageCallDuration: 'Ninguna llamada del período tiene duración.',
  averageLatency: 'Ninguna llamada del período tiene latencia medida.',
  totalCallCost: 'Retell no informó el costo de ninguna llamada del período.',
  costPerSuccessfulCall: 'Hacen falta una llamada con objetivo cumplido y un costo informado.',
} satisfies Record<AnalyticsTileName, string>;

export const previousPeriodFigureLabels = {
  from: (before: string) => `Antes: ${before}`,
} as const;

export const callVolumeLabels = {
  byDay: 'Llamadas por Día',
  byHour: 'Llamadas por Hora',
  help: 'Llamadas del período según cuándo empezaron y su dirección, en el huso horario del workspace. Con las flechas del teclado se recorre el gráfico; como tabla, cada cifra abre sus llamadas.',
  explore: 'Llamadas por momento y dirección',
  dayColumn: 'Día',
  hourColumn: 'Hora',
  directions: 'Llamadas por dirección',
} as const;

export const disconnectionReasonsLabels = {
  title: 'Motivos de Desconexión',
  help: 'Los 5 motivos más frecuentes por los que terminaron las llamadas finalizadas del período, con su gravedad y qué significan.',
  subtitle: (count: string) => over(count, 'sobre 1 llamada finalizada', 'llamadas finalizadas'),
  empty: 'Ninguna llamada finalizada tiene un motivo.',
  share: (percent: string, reason: string) => `${percent} de las llamadas: ${reason}`,
} as const;

export const sentimentCardLabels = {
  title: 'Sentimiento',
  help: 'Cómo se sintió el cliente según el análisis de Retell, en las llamadas finalizadas y ya analizadas. Las de sentimiento desconocido no se cuentan.',
  subtitle: (count: string) => over(count, 'sobre 1 llamada con sentimiento', 'llamadas con sentimiento'),
  empty: 'Ninguna llamada del período tiene un sentimiento conocido.',
} as const;

export const whenToCallLabels = {
  title: 'Cuándo Llamar',
  help: 'De las llamadas salientes finalizadas que empezaron en cada hora de la semana, el porcentaje que atendió: llegó a una conversación (también con un contestador). En el huso horario del workspace. Se recomiendan solo horas con al menos 20 intentos.',
  hourName: (hour: number) => `${hour} a ${hour + 1} h`,
  empty: 'Sin llamadas salientes',
  emptyText: 'En este período no hubo llamadas salientes finalizadas.',
} as const;
