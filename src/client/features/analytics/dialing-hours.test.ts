// Recommended hours, and the colour of each.
import { describe, expect, it } from 'vitest';
import type { WeekHourCallCounts } from '../../../contract/analytics.ts';
import { createRegionalFormat } from '../../format/regional-format.ts';
import { defaultRegionalSettings } from '../../format/regional.ts';
import {
  describeBestDialingHours,
  computeHeatLevel,
  describeHourAnswerRate,
  minAttemptsForAnswerRate,
} from './dialing-hours.ts';

const format = createRegionalFormat(defaultRegionalSettings);
const hour = (weekday: number, at: number, attempts: number, connected: number): WeekHourCallCounts => ({
  weekday,
  hour: at,
  attempts,
  connected,
});

describe('the hours of the week', () => {
  it('recommends by rate, then by attempts, and says over how many', () => {
    const hours = [
      hour(1, 9, 400, 100),
      hour(2, 18, 312, 144),
      hour(4, 11, 50, 22),
      hour(5, 10, 100, 44),
      hour(6, 3, 19, 19),
    ];
    expect(describeBestDialingHours(hours, format)).toBe(
      'Mejor horario: martes 18 a 19 h, 46,2% de atención sobre 312 intentos. Le siguen viernes 10 a 11 h (44,0%) y jueves 11 a 12 h (44,0%).',
    );
  });

  it('recommends none of too few attempts, and none in which nobody picked up', () => {
    const text =
      'Ninguna hora tiene todavía 20 intentos, los necesarios para recomendar una. Prueba con un período más largo.';
    expect(describeBestDialingHours([hour(1, 9, minAttemptsForAnswerRate - 1, 10)], format)).toBe(text);
    expect(describeBestDialingHours([], format)).toBe(text);
    expect(describeBestDialingHours([hour(1, 9, 20, 10), hour(1, 10, 30, 0)], format)).toBe(
      'Mejor horario: lunes 9 a 10 h, 50,0% de atención sobre 20 intentos.',
    );
  });

  it('colours from the least rate to the highest, and nothing of too few attempts', () => {
    const hours = [hour(1, 9, 100, 20), hour(1, 10, 100, 70), hour(1, 11, 100, 45), hour(1, 12, 5, 5)];
    expect(hours.map((each) => computeHeatLevel(each, hours))).toEqual([0, 4, 2, null]);
    expect(computeHeatLevel(undefined, hours)).toBeNull();
    expect(computeHeatLevel(hours[0], [hour(1, 9, 100, 20)])).toBe(4);
  });

  it('says what a cell holds', () => {
    expect(describeHourAnswerRate(2, 18, hour(2, 18, 312, 144), format)).toBe(
      'Martes 18 a 19 h: 46,2% de atención, 144 de 312 intentos',
    );
    expect(describeHourAnswerRate(7, 0, undefined, format)).toBe('Domingo 0 a 1 h: sin intentos');
  });
});
