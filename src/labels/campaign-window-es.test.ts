import { expect, it } from 'vitest';
import { formatCallingHours } from './campaign-window-es.ts';

it.each([
  [[1, 2, 3, 4, 5], '10:00', '18:00', 'lun a vie de 10:00 a 18:00'],
  [[6, 1, 7], '09:30', '00:00', 'lun, sáb y dom de 9:30 a 24:00'],
  [[1, 2, 3, 4, 5, 6, 7], '00:00', '07:00', 'todos los días de 0:00 a 7:00'],
  [[1, 2, 3, 5, 6, 7], '09:00', '21:00', 'lun a mié y vie a dom de 9:00 a 21:00'],
  [[4], '09:00', '21:00', 'jue de 9:00 a 21:00'],
])('hours of %j from %s to %s', (days, from, to, text) => {
  expect(formatCallingHours({ days, from, to })).toBe(text);
});
