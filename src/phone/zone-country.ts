/** The country whose numbers a workspace writes without a calling code, told by its time zone. */
import type { CountryCode } from './numbering-plan.ts';

const countries: Readonly<Record<string, CountryCode>> = {
  'America/Argentina/Buenos_Aires': 'AR',
  'America/Sao_Paulo': 'BR',
  'America/Santiago': 'CL',
  'America/Bogota': 'CO',
  'America/Mexico_City': 'MX',
};

/** Argentina, the product's first country, where the zone is no country's ('UTC'). */
export const countryOfZone = (timeZone: string): CountryCode => countries[timeZone] ?? 'AR';
