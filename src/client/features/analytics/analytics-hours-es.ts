/** Spanish texts of the heat map of answer rates by hour of the week. They are in its code chunk. */
import { whenToCallLabels } from '../../../labels/analytics-es.ts';
import { formatCountWithNoun } from '../../../labels/counted.ts';
import { shortWeekdayNames, weekdayNames } from '../../../labels/weekdays-es.ts';

export const answerRateHeatMapLabels = {
  table: 'Tasa de atención por día de la semana y hora',
  hour: 'Hora',
  weekdays: weekdayNames,
  shortWeekdays: shortWeekdayNames,
  best: (weekday: string, hour: string, rate: string, attempts: string) =>
    `Mejor horario: ${weekday} ${hour}, ${rate} de atención sobre ${attempts} intentos`,
  next: (hours: string) => `Le siguen ${hours}.`,
  nextOne: (weekday: string, hour: string, rate: string) => `${weekday} ${hour} (${rate})`,
  and: ' y ',
  tooFew: (least: number) =>
    `Ninguna hora tiene todavía ${least} intentos, los necesarios para recomendar una. Prueba con un período más largo.`,
  cell: (weekday: string, hour: string, rate: string, connected: string, attempts: string) =>
    `${weekday} ${hour}: ${rate} de atención, ${connected} de ${formatCountWithNoun(attempts, 'intento', 'intentos')}`,
  noAttempts: (weekday: string, hour: string) => `${weekday} ${hour}: sin intentos`,
  legend: 'Menos atención',
  legendEnd: 'Más atención',
  fewLegend: (least: number) => `Sin color: menos de ${least} intentos`,
  hint: 'Señala una hora, o recórrelas con las flechas, para ver sus intentos.',
  hourName: whenToCallLabels.hourName,
} as const;
