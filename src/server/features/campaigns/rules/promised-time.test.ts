import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePromisedCallbackTime } from './promised-time.ts';

// The words were said on a Wednesday, at 10:20 in Buenos Aires.
const saying = { zone: 'America/Argentina/Buenos_Aires', saidAt: new Date('2026-11-25T13:20:00Z') };
const read = (text: string, zone = saying.zone) =>
  parsePromisedCallbackTime(text, { ...saying, zone })?.toISOString() ?? null;

test.each([
  ['2026-12-01T15:00:00-03:00', '2026-12-01T18:00:00.000Z'],
  ['2026-12-01T15:00:00.000Z', '2026-12-01T15:00:00.000Z'],
  ['2026-12-01T15:00-0500', '2026-12-01T20:00:00.000Z'],
  ['2026-12-01T15:00', '2026-12-01T18:00:00.000Z'],
  ['2026-12-01 15:00:30', '2026-12-01T18:00:00.000Z'],
  ['mañana a las 15', '2026-11-26T18:00:00.000Z'],
  ['Mañana, a las 15 hs.', '2026-11-26T18:00:00.000Z'],
  ['mañana por la mañana a las 9', '2026-11-26T12:00:00.000Z'],
  ['a las 9 de mañana', '2026-11-26T12:00:00.000Z'],
  ['pasado mañana 11.30hs', '2026-11-27T14:30:00.000Z'],
  ['el jueves a las 10:30', '2026-11-26T13:30:00.000Z'],
  ['el miércoles a las 10:30', '2026-12-02T13:30:00.000Z'],
  ['el próximo lunes a las 8', '2026-11-30T11:00:00.000Z'],
  ['el viernes que viene a las 16 horas', '2026-11-27T19:00:00.000Z'],
  ['viernes 27 a las 16', '2026-11-27T19:00:00.000Z'],
  ['jueves 15hs', '2026-11-26T18:00:00.000Z'],
  ['a las 15:30 del jueves', '2026-11-26T18:30:00.000Z'],
  ['el 3 a las 17', '2026-12-03T20:00:00.000Z'],
  ['15/12 a las 9', '2026-12-15T12:00:00.000Z'],
  ['10/1 a las 9', '2027-01-10T12:00:00.000Z'],
  ['el 15/12/2026 9:45 hs', '2026-12-15T12:45:00.000Z'],
  ['15 de diciembre a las 10 y media', '2026-12-15T13:30:00.000Z'],
  ['el 15 de diciembre de 2026 a las 11 menos cuarto', '2026-12-15T13:45:00.000Z'],
  ['hoy a las tres de la tarde', '2026-11-25T18:00:00.000Z'],
  ['hoy a las 3', '2026-11-25T18:00:00.000Z'],
  ['mañana 03:00', '2026-11-26T06:00:00.000Z'],
  ['mañana a las 3 pm', '2026-11-26T18:00:00.000Z'],
  ['mañana a las 3 p.m.', '2026-11-26T18:00:00.000Z'],
  ['mañana a las 9 de la noche', '2026-11-27T00:00:00.000Z'],
  ['mañana al mediodía', '2026-11-26T15:00:00.000Z'],
  ['a las 18', '2026-11-25T21:00:00.000Z'],
  ['en 2 horas', '2026-11-25T15:20:00.000Z'],
  ['en una hora y media', '2026-11-25T14:50:00.000Z'],
  ['en media hora', '2026-11-25T13:50:00.000Z'],
  ['dentro de 20 minutos', '2026-11-25T13:40:00.000Z'],
  ['en dos días a las 10', '2026-11-27T13:00:00.000Z'],
  ['en una semana', '2026-12-02T13:20:00.000Z'],
  ['en dos horas', '2026-11-25T15:20:00.000Z'],
  ['en dos horas más', '2026-11-25T15:20:00.000Z'],
  ['en unas dos horas', '2026-11-25T15:20:00.000Z'],
  ['en hora y media', '2026-11-25T14:50:00.000Z'],
  ['dentro de una hora y media', '2026-11-25T14:50:00.000Z'],
  ['en cuarenta y cinco minutos', '2026-11-25T14:05:00.000Z'],
  // The hour has passed, so tomorrow is meant.
  ['a las 8', '2026-11-26T11:00:00.000Z'],
  ['a las 8 de la mañana', '2026-11-26T11:00:00.000Z'],
  ['a las 10:20', '2026-11-26T13:20:00.000Z'],
  ['a las 10:21', '2026-11-25T13:21:00.000Z'],
  ['a las 8 de la noche', '2026-11-25T23:00:00.000Z'],
  ['a las 3', '2026-11-25T18:00:00.000Z'],
  ['esta noche a las 8', '2026-11-25T23:00:00.000Z'],
  ['hoy a las 8', '2026-11-25T11:00:00.000Z'],
  ['después de las 15', '2026-11-25T18:00:00.000Z'],
  ['después de las 15 hs', '2026-11-25T18:00:00.000Z'],
  ['después de las 9', '2026-11-26T12:00:00.000Z'],
  ['a partir de las 3 de la tarde', '2026-11-25T18:00:00.000Z'],
  ['mañana a partir de las 15', '2026-11-26T18:00:00.000Z'],
  ['mañana pasadas las 15', '2026-11-26T18:00:00.000Z'],
  ['el jueves después de la una', '2026-11-26T16:00:00.000Z'],
  ['después del mediodía', '2026-11-25T15:00:00.000Z'],
  ['a eso de las 5', '2026-11-25T20:00:00.000Z'],
])('%s', (text, expected) => expect(read(text)).toBe(expected));

test.each([
  '',
  'más tarde',
  'mañana',
  'mañana por la tarde',
  'jueves 15',
  'el viernes 26 a las 16',
  'el jueves o el viernes a las 10',
  'mañana a las 15 en la oficina',
  'mañana a las 15 o 16',
  'de 9 a 18',
  'mañana a las 25',
  'mañana a las 10:75',
  'mañana a las 15 de la mañana',
  '31/2 a las 10',
  '40/12 a las 10',
  '2026-02-31T10:00',
  '2026-12-01T25:00',
  '2026-12-01',
  'en un rato',
  'antes de las 12',
  'mañana antes de las 15',
  'hasta las 15',
  'entre las 15 y las 17',
  'después de las 15 y antes de las 17',
  'después',
  'después de 2 horas',
  'dos horas',
  'en horas y media de viaje',
  'en horas',
  '1155443322',
  'no',
])('%s tells no moment', (text) => expect(read(text)).toBeNull());

test('words are of the zone, and a minute that the clock leaves out is the next that there is', () => {
  expect(read('mañana a las 15', 'Europe/Madrid')).toBe('2026-11-26T14:00:00.000Z');
  expect(
    parsePromisedCallbackTime('mañana a las 02:30', {
      zone: 'Europe/Madrid',
      saidAt: new Date('2026-03-28T12:00:00Z'),
    }),
  ).toEqual(new Date('2026-03-29T01:00:00Z'));
});

test('any moment of the coming weeks is read back from the ways of writing it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40_000 }), (minutes) => {
      const at = new Date(saying.saidAt.getTime() + minutes * 60_000);
      const [date = '', time = ''] = new Date(at.getTime() - 3 * 3_600_000).toISOString().split(/[T.]/);
      const [, month = '', day = ''] = date.split('-');
      const clock = time.slice(0, 5);
      const ways = [`${date}T${time}`, `${day}/${month} a las ${clock}`, `en ${minutes} minutos`];
      for (const way of minutes > 999 ? ways.slice(0, 2) : ways)
        expect([way, parsePromisedCallbackTime(way, saying)]).toEqual([way, at]);
    }),
  );
});

test('an hour without a day is the first one after it was said, within a day, at any moment and in any zone', () => {
  const zones = ['America/Argentina/Buenos_Aires', 'America/Santiago', 'America/Mexico_City', 'Europe/Madrid'];
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
      fc.constantFrom(...zones),
      fc.integer({ min: 7, max: 23 }),
      fc.constantFrom('a las', 'después de las', 'a partir de las', 'desde las'),
      (saidAt, zone, hour, words) => {
        const at = parsePromisedCallbackTime(`${words} ${hour}`, { zone, saidAt });
        const aheadMs = (at?.getTime() ?? 0) - saidAt.getTime();
        expect(aheadMs).toBeGreaterThan(0);
        // A day on which clocks go back has 25 hours.
        expect(aheadMs).toBeLessThanOrEqual(25 * 3_600_000);
        const clock = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
        expect(Number(clock.format(at ?? undefined))).toBe(hour);
      },
    ),
  );
});

test('no text makes it fail', () => {
  const word = fc.constantFrom(
    'mañana',
    'a',
    'las',
    '15',
    '15/12',
    'el',
    'jueves',
    'de',
    'la',
    'tarde',
    'en',
    '2',
    'hs',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word).map((words) => words.join(' ')),
      ),
      (text) => {
        const at = parsePromisedCallbackTime(text, saying);
        expect(at === null || Number.isFinite(at.getTime())).toBe(true);
      },
    ),
  );
});
