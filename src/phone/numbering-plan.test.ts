// The numbering plans: their age, and the display of lines.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workspaceTimeZones } from '../contract/regional.ts';
import { formatGroupedPhoneNumber } from './numbering-plan.ts';
import { getTimeZoneCountryOrArgentina } from './zone-country.ts';

/** Release date of the installed libphonenumber-js. Plans change some ten times a year: install a newer version and note its date here. */
const metadata = { version: '1.13.16', releasedOn: '2026-11-10' };
const mostMonths = 18;
const months = Math.floor((Date.now() - Date.parse(metadata.releasedOn)) / (30 * 86_400_000));

test(`the numbering plans are ${months} months old, of at most ${mostMonths}`, () => {
  const installed = JSON.parse(readFileSync('node_modules/libphonenumber-js/package.json', 'utf8')) as {
    version: string;
  };
  expect(installed.version).toBe(metadata.version);
  expect(months).toBeLessThanOrEqual(mostMonths);
});

test.each([
  ['+5493415551533', '+54 9 341 555-1533'],
  ['+541144445555', '+54 11 4444-5555'],
  ['+5511987654321', '+55 11 98765-4321'],
  ['+34612345678', '+34 612 34 56 78'],
  ['+525512345678', '+52 55 1234 5678'],
  // No exchange of Santa Fe begins with these digits today.
  ['+5493427156538', '+54 9 342 715-6538'],
  // No plan uses this spelling, so the number is shown as it is dialled.
  ['+5215512345678', '+5215512345678'],
  ['+549115555', '+549115555'],
  ['anonymous', 'anonymous'],
])('%s is shown as %s', (number, shown) => {
  expect(formatGroupedPhoneNumber(number)).toBe(shown);
});

test('every zone of the settings has a country', () => {
  expect(workspaceTimeZones.map((zone) => [zone, getTimeZoneCountryOrArgentina(zone)])).toEqual([
    ['America/Argentina/Buenos_Aires', 'AR'],
    ['America/Sao_Paulo', 'BR'],
    ['America/Santiago', 'CL'],
    ['America/Bogota', 'CO'],
    ['America/Mexico_City', 'MX'],
    ['UTC', 'AR'],
  ]);
});
