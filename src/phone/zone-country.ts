/** Derives a workspace's country from its time zone. Numbers without a calling code are read as that country's. */
import type { CountryCode } from './numbering-plan.ts';

const countries: Readonly<Record<string, CountryCode>> = {
  'America/Argentina/Buenos_Aires': 'AR',
  'America/Sao_Paulo': 'BR',
  'America/Santiago': 'CL',
  'America/Bogota': 'CO',
  'America/Mexico_City': 'MX',
};

/**
 * Returns the country of a workspace's time zone. For UTC and other zones without a known country it is Argentina, the
 * product's first country.
 */
export const getTimeZoneCountryOrArgentina = (timeZone: string): CountryCode => countries[timeZone] ?? 'AR';
