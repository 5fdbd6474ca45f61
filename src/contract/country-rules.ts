/**
 * Country rules: laws about calling hours, origin numbers and do-not-call registers, each with its source and the date
 * of our check. docs/rules.md is generated from them. Laws that we could not confirm are missing.
 */

/**
 * A campaign's purpose, for country rules. sale: offers something. collection: demands a debt. survey: asks questions.
 * notice: informs.
 */
export const campaignPurposes = ['sale', 'collection', 'survey', 'notice'] as const;
export type CampaignPurpose = (typeof campaignPurposes)[number];

/** ISO 3166-1 codes of the countries for which Vocero knows legal rules about calling. */
export type CountryCodeWithRules = 'CL' | 'CO' | 'ES' | 'MX' | 'PE';

export interface CountryRule {
  readonly country: CountryCodeWithRules;
  /** Purposes of campaigns to which the rule applies. A campaign without a purpose must follow all rules. */
  readonly kinds: readonly CampaignPurpose[];
  /** Allowed calling hours by the recipient's clock. On national holidays, no call is allowed. */
  readonly hours?: readonly { readonly days: readonly number[]; readonly from: string; readonly to: string }[];
  /** Pattern of the caller numbers (E.164) that the rule's country forbids. */
  readonly barredOrigins?: RegExp;
  readonly source: string;
  /** The date when the source was checked. */
  readonly checkedOn: string;
}

const weekdays = [1, 2, 3, 4, 5];

export const countryRules = {
  es_sale: {
    country: 'ES',
    kinds: ['sale'],
    hours: [{ days: weekdays, from: '09:00', to: '21:00' }],
    source: 'Real Decreto Legislativo 1/2007, artículo 96.2',
    checkedOn: '2026-11-25',
  },
  es_mobile_origin: {
    country: 'ES',
    kinds: ['sale'],
    // Matches Spanish mobile numbers, which begin with 6 or 7. Prefix 70 is excepted, because it is personal numbering.
    barredOrigins: /^\+34(?:6|7[1-9])/,
    source: 'Orden TDF/149/2025, artículo 9',
    checkedOn: '2026-11-25',
  },
  mx_collection: {
    country: 'MX',
    kinds: ['collection'],
    hours: [{ days: weekdays, from: '07:00', to: '22:00' }],
    source: 'Condusef, disposiciones sobre despachos de cobranza (Diario Oficial, 7 de octubre de 2014), y Profeco',
    checkedOn: '2026-11-25',
  },
  cl_collection: {
    country: 'CL',
    kinds: ['collection'],
    hours: [{ days: [...weekdays, 6], from: '08:00', to: '20:00' }],
    source: 'Ley 19.496, artículo 37, y Código de Procedimiento Civil, artículo 59',
    checkedOn: '2026-11-25',
  },
  cl_mass_origin: {
    country: 'CL',
    kinds: campaignPurposes,
    // Chile allows calls only from numbers with the prefix 600 or 809. The prefix 600 is for calls to customers or
    // debtors, 809 for other calls.
    barredOrigins: /^(?!\+56(?:600|809))/,
    source: 'Subtel, Resolución Exenta 286 de 2025, en vigor desde el 13 de agosto de 2025',
    checkedOn: '2026-11-27',
  },
  co_contact: {
    country: 'CO',
    kinds: ['sale', 'collection'],
    hours: [
      { days: weekdays, from: '07:00', to: '19:00' },
      { days: [6], from: '08:00', to: '15:00' },
    ],
    source: 'Ley 2300 de 2023, artículo 3',
    checkedOn: '2026-11-25',
  },
  pe_collection: {
    country: 'PE',
    kinds: ['collection'],
    hours: [{ days: weekdays, from: '07:00', to: '20:00' }],
    source: 'Ley 29571, artículo 62',
    checkedOn: '2026-11-25',
  },
} as const satisfies Record<string, CountryRule>;

export type CountryRuleId = keyof typeof countryRules;
/** Ids of the country rules that forbid calls from certain phone numbers. */
export type OriginBarringRuleId = {
  [Id in CountryRuleId]: (typeof countryRules)[Id] extends { readonly barredOrigins: RegExp } ? Id : never;
}[CountryRuleId];
export const countryRuleIds = Object.keys(countryRules) as readonly CountryRuleId[];
export const getCountryRule = (id: CountryRuleId): CountryRule => countryRules[id];
export const originBarringRuleIds = countryRuleIds.filter(
  (id): id is OriginBarringRuleId => getCountryRule(id).barredOrigins !== undefined,
);

/** National do-not-call registers. Users upload files from them to the workspace's do-not-call list. */
export const nationalDoNotCallRegisters = [
  { country: 'AR', name: 'Registro Nacional No Llame', source: 'Ley 26.951' },
  { country: 'CO', name: 'Registro de Números Excluidos', source: 'Ley 2300 de 2023' },
  {
    country: 'MX',
    name: 'REPEP (Profeco) y REUS (Condusef)',
    source: 'Leyes de protección al consumidor y al usuario de servicios financieros',
  },
  { country: 'UY', name: 'Registro No Llame (Ursec)', source: 'Ley 19.889' },
] as const;
