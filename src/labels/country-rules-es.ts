/** Spanish texts of country rules: what each requires, and what happens if it is switched off. */
import type { CountryRuleId, OriginBarringRuleId } from '../contract/country-rules.ts';
import { formatCountWithNoun } from './counted.ts';

export const countryRuleDescriptions: Readonly<Record<CountryRuleId, string>> = {
  es_sale: 'España: ventas de lunes a viernes de 9 a 21 h, nunca en festivos',
  es_mobile_origin: 'España: ventas nunca desde números móviles',
  mx_collection: 'México: cobranza de lunes a viernes de 7 a 22 h, nunca en feriados',
  cl_collection: 'Chile: cobranza de lunes a sábado de 8 a 20 h, nunca en feriados',
  cl_mass_origin: 'Chile: llamadas masivas solo desde números 600 u 809',
  co_contact: 'Colombia: ventas y cobranza de lunes a viernes de 7 a 19 h y sábados de 8 a 15 h, nunca en festivos',
  pe_collection: 'Perú: cobranza de lunes a viernes de 7 a 20 h, nunca en feriados',
};

/** Why a country rule bars a campaign or person, and what the user can do about it. */
export const barredOriginNumberTexts: Readonly<Record<OriginBarringRuleId, string>> = {
  es_mobile_origin:
    'España prohíbe las llamadas comerciales desde móviles: hace falta un número fijo, 800 o 900 entre los de la campaña, o un tipo de campaña que no sea Venta.',
  cl_mass_origin:
    'Chile exige números 600 u 809 para las llamadas masivas, también de IA: hace falta uno que empiece con +56600 (ya hay una relación, cobranza incluida) o con +56809 (no la hay).',
};

export const countryLabels = {
  AR: 'Argentina',
  BR: 'Brasil',
  CL: 'Chile',
  CO: 'Colombia',
  ES: 'España',
  MX: 'México',
  PE: 'Perú',
  UY: 'Uruguay',
} as const;

const originCountries: Readonly<Record<OriginBarringRuleId, string>> = {
  es_mobile_origin: countryLabels.ES,
  cl_mass_origin: countryLabels.CL,
};

export const countryRulesSectionLabels = {
  title: 'Reglas por país',
  text: 'Valen para las personas de cada país, según su número, y solo angostan el horario de llamadas o dejan afuera números de origen. No es asesoramiento legal: consulta a quien te asesore.',
  own: (country: string) => `${country}, el país del workspace`,
  noOwn: 'Vocero no conoce reglas de horario ni de números de origen de este país.',
  others: 'Otros países',
  othersCount: (rules: number, off: number) =>
    `${formatCountWithNoun(rules, 'regla', 'reglas')}${off === 0 ? '' : `, ${formatCountWithNoun(off, 'apagada', 'apagadas')}`}`,
  source: (source: string, day: string) => `${source}. Consultado el ${day}.`,
  off: 'Apagada: no se tiene en cuenta para llamar.',
  /**
   * Text that says how many recipients can't be called, for each country rule that forbids all the campaign's phone
   * numbers.
   */
  barredPeople: (barred: readonly { readonly rule: OriginBarringRuleId; readonly count: number }[]) =>
    barred
      .map(({ rule, count }) => {
        return `${barredOriginNumberTexts[rule]} Hay ${formatCountWithNoun(count, 'persona', 'personas')} de ${originCountries[rule]} en la lista.`;
      })
      .join(' '),
  barredLine: (rule: OriginBarringRuleId) => `Sin número permitido: ${originCountries[rule]}`,
  registers: 'Registros de personas que no quieren llamadas de venta',
  registersText: 'Consúltalos y sube lo que respondan a «No llamar»:',
  register: (country: string, name: string, source: string) => `${country}: ${name} (${source})`,
} as const;
