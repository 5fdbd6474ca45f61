/** Texts of one agent's page. */
import { formatCountWithNoun } from '../../../labels/counted.ts';
const calls = (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas');

export const agentPageLabels = {
  title: 'Agente',
  back: 'Volver a Rendimiento de Agentes',
  copc: 'Métricas COPC',
  settings: 'Configuración del agente',
  figures: 'Cifras del agente',
  notFound: 'No encontramos este agente',
  notFoundText: 'Ni Retell ni ninguna llamada de este workspace lo conoce. Puede ser de otro workspace.',
  seeAll: 'Ver todos los agentes',
  empty: 'Sin llamadas en este período',
  emptyText: 'Las cifras del agente aparecen aquí apenas atienda o haga una llamada.',
  emptyLonger: 'Ver los últimos 90 días',
} as const;

export const agentChangeCausesLabels = {
  moved: 'Lo que más cambió',
  reason: (reason: string, before: string, now: string) =>
    `${reason}: del ${before} al ${now} de las llamadas finalizadas`,
  versions: (count: string, last: string, at: string) =>
    `${count === '1' ? 'Habló' : 'Hablaron'} ${formatCountWithNoun(count, 'versión', 'versiones')}; la ${last}, última en hablar, desde el ${at}`,
  nothing: 'Los motivos por los que terminan las llamadas no cambiaron más allá del azar, y habló una sola versión.',
} as const;

export const successRateChartLabels = {
  title: 'Tasa de Éxito por Día',
  help: 'De las llamadas finalizadas de cada día, las terminadas o de más de 10 segundos. La línea gris es la de los días que indica «Comparar con», día por día y cada uno entero. Los puntos de menos de 30 llamadas son tenues y dicen cuántas son. Con las flechas del teclado se recorre el gráfico.',
  explore: 'Tasa de éxito por día',
  now: 'Este período',
  before: 'Antes',
  dayColumn: 'Día',
  rateColumn: 'Tasa de éxito',
  finishedColumn: 'Finalizadas',
  beforeColumn: 'Antes',
  none: 'Sin llamadas finalizadas',
  few: (count: string) => count,
  over: (count: string) => `sobre ${formatCountWithNoun(count, 'finalizada', 'finalizadas')}`,
  point: (day: string, rate: string, count: string) => `${day}: ${rate}, ${successRateChartLabels.over(count)}`,
  beforePoint: (day: string, rate: string) => `antes, el ${day}: ${rate}`,
  emptyPoint: (day: string) => `${day}: sin llamadas finalizadas`,
  oneDay: 'Un solo día no muestra una tendencia',
  oneDayText: 'Con un período de varios días se ve cómo se mueve la tasa de éxito.',
  longer: 'Ver los últimos 7 días',
} as const;

export const agentVersionsLabels = {
  title: 'Versiones que hablaron',
  help: 'Qué versiones del agente tuvieron llamadas en el período, la última en hablar primero, con sus cifras. Las versiones se cuentan de las llamadas mismas: si el período tiene más de 10.000, de las 10.000 más nuevas.',
  over: (count: string) => `sobre ${calls(count)}`,
  capped: (count: string) => `sobre las ${count} llamadas más nuevas del período`,
  empty: 'Ninguna llamada del período.',
  version: (version: string) => `Versión ${version}`,
  unknownVersion: 'Sin versión',
  unknownWhy: 'Retell no informó la versión de estas llamadas.',
  spoke: (first: string, last: string) => (first === last ? first : `${first} al ${last}`),
  columns: {
    version: 'Versión',
    totalCalls: 'Llamadas',
    successRate: 'Tasa de éxito',
    goalRate: 'Tasa de objetivo',
    averageDuration: 'Duración promedio',
  },
} as const;

export const agentLatestCallsLabels = {
  title: 'Últimas llamadas',
  of: (shown: string, all: string) => (all === '1' ? 'La única del período' : `Las ${shown} más nuevas de ${all}`),
  seeAll: 'Ver todas en el historial',
} as const;
