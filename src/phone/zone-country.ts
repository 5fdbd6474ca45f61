/** Derives a workspace's country from its time zone. Numbers without a calling code belong to that country. */
import type { CountryCode } from './numbering-plan.ts';

const countries: Readonly<Record<string, CountryCode>> = {
  'America/Argentina/Buenos_Aires': 'AR',
  'America/Sao_Paulo': 'BR',
  'America/Santiago': 'CL',
  'America/Bogota': 'CO',
  'America/Mexico_City': 'MX',
};

/** The country of a time zone. Argentina, the product's first country, if the zone belongs to no country ('UTC'). */
export const countryOfZone = (timeZone: string): CountryCode => countries[timeZone] ?? 'AR';
