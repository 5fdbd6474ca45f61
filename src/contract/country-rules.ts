/**
 * Laws by country about calling hours, origin numbers and do-not-call registers. Each row names its source and the date
 * of its check; docs/rules.md is generated from it. Rules only restrict campaigns. Unconfirmed laws have no row.
 */

/** A campaign's purpose, for country rules. sale: offers something. collection: asks for a debt. notice: informs. */
export const campaignKinds = ['sale', 'collection', 'survey', 'notice'] as const;
export type CampaignKind = (typeof campaignKinds)[number];

/** Countries with rules, in ISO 3166-1. The number's calling code determines the recipient's country. */
export type CountryWithRules = 'CL' | 'CO' | 'ES' | 'MX' | 'PE';

export interface CountryRule {
  readonly country: CountryWithRules;
  /** Campaign kinds that the country rule covers. A campaign without a kind must follow all rules. */
  readonly kinds: readonly CampaignKind[];
  /** Allowed calling hours by the recipient's clock. Calls on national holidays are never allowed. */
  readonly hours?: readonly { readonly days: readonly number[]; readonly from: string; readonly to: string }[];
  /** Matches E.164 origin numbers that may not call anybody in this country. */
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
    // Spain's mobile numbers, except 70, which is personal numbering.
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
    kinds: campaignKinds,
    // Chilean prefixes. 600: calls to people with an existing relation, including debtors. 809: all other mass calls.
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
/** Ids of the country rules that bar origin numbers. */
export type OriginRuleId = {
  [Id in CountryRuleId]: (typeof countryRules)[Id] extends { readonly barredOrigins: RegExp } ? Id : never;
}[CountryRuleId];
export const countryRuleIds = Object.keys(countryRules) as readonly CountryRuleId[];
export const countryRuleById = (id: CountryRuleId): CountryRule => countryRules[id];
export const originRuleIds = countryRuleIds.filter(
  (id): id is OriginRuleId => countryRuleById(id).barredOrigins !== undefined,
);

/** National do-not-call registers. Users upload a register's answers to the workspace's do-not-call list. */
export const doNotCallRegisters = [
  { country: 'AR', name: 'Registro Nacional No Llame', source: 'Ley 26.951' },
  { country: 'CO', name: 'Registro de Números Excluidos', source: 'Ley 2300 de 2023' },
  {
    country: 'MX',
    name: 'REPEP (Profeco) y REUS (Condusef)',
    source: 'Leyes de protección al consumidor y al usuario de servicios financieros',
  },
  { country: 'UY', name: 'Registro No Llame (Ursec)', source: 'Ley 19.889' },
] as const;
