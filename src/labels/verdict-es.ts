/**
 * Spanish texts that say whether a range of days was better or worse than the earlier one, and which agents and hours
 * caused the difference.
 */
import type { RateChangeVerdict } from '../contract/rate-changes.ts';
import { minCallsToCompareRates } from '../contract/rate-changes.ts';
import { whenToCallLabels } from './analytics-es.ts';
import { formatCountWithNoun } from './counted.ts';
import { trendMovementLabels } from './movements-es.ts';

const calls = (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas');

export const periodComparisonLabels = {
  title: '¿Mejor o peor que antes?',
  help: `Compara la tasa de objetivo con la de los días que indica «Comparar con». Mejor o peor se dice solo cuando el azar no alcanza para explicar el cambio (95%) y hay al menos ${minCallsToCompareRates} llamadas de cada lado.`,
  words: {
    up: 'Mejor que antes',
    down: 'Peor que antes',
    unclear: trendMovementLabels.unclear,
    few: trendMovementLabels.few,
  } satisfies Record<RateChangeVerdict, string>,
  goal: 'La tasa de objetivo',
  success: 'La tasa de éxito',
  moved: (rate: string, before: string, now: string, change: string) =>
    `${rate} pasó de ${before} a ${now} (${change}).`,
  unclear: (rate: string, before: string, now: string) =>
    before === now ? `${rate} sigue en ${now}.` : `${rate} pasó de ${before} a ${now}: sin cambio claro.`,
  few: (rate: string, now: string, before: string) =>
    `${rate}: ${calls(now)} ahora, ${calls(before)} antes; hacen falta ${minCallsToCompareRates} de cada lado.`,
  causes: 'Qué la movió',
  byAgent: 'Por agente',
  byHour: 'Por hora',
  hour: whenToCallLabels.hourName,
  cause: (group: string, before: string | null, now: string | null) => {
    if (now === null) return `${group}: ${before ?? ''} antes; ahora, sin llamadas`;
    return before === null ? `${group}: ${now}; antes, sin llamadas` : `${group}: de ${before} a ${now}`;
  },
  causesHelp:
    'Puntos del cambio que le corresponden a cada uno. Los de todos los agentes, o los de todas las horas, suman el cambio.',
  calls,
  see: (count: string, group: string) => `Ver ${calls(count)}: ${group}`,
  why: 'Ver por qué',
  whole: 'Ver el detalle',
} as const;
