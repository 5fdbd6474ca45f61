/** The choices of a workspace's regional settings and the names of the COPC metrics, without zod: the browser's first load needs them. */

export const timeZones = [
  'America/Argentina/Buenos_Aires',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Bogota',
  'America/Mexico_City',
  'UTC',
] as const;
export type TimeZone = (typeof timeZones)[number];

export const dateLocales = ['es-AR', 'es-ES', 'pt-BR', 'en-US'] as const;
export type DateLocale = (typeof dateLocales)[number];

export const currencies = ['ARS', 'BRL', 'USD', 'EUR'] as const;
export type Currency = (typeof currencies)[number];

/** In which currency files write costs, and what a US dollar, in which the provider bills, is worth in it: dollars without a rate. */
export function costCurrencyOf(regional: {
  readonly currency: Currency;
  readonly usdRate: { readonly rate: number } | null;
}): { readonly currency: Currency; readonly perDollar: number } {
  const { currency, usdRate } = regional;
  return currency === 'USD' || usdRate === null
    ? { currency: 'USD', perDollar: 1 }
    : { currency, perDollar: usdRate.rate };
}

export const copcMetrics = [
  'connectRate',
  'rpcRate',
  'dialerAbandonRate',
  'speedToGreeting',
  'conversionToCommitment',
  'promiseKeptRate',
  'qaPassRate',
  'scriptCompliance',
  'dataIntegrity',
  'fcr',
  'csatT',
  'complaintRate',
  'aht',
  'acwTime',
  'containmentRate',
  'handoffRate',
  'asrWer',
  'intentAccuracy',
  'silenceOvertalk',
] as const;
export type CopcMetric = (typeof copcMetrics)[number];

/** Those whose field of the analysis says yes or no of one call: each is a filter of the history. */
export const judgedMetrics = [
  'complaintRate',
  'rpcRate',
  'conversionToCommitment',
  'promiseKeptRate',
  'csatT',
  'qaPassRate',
  'scriptCompliance',
  'intentAccuracy',
] as const satisfies readonly CopcMetric[];
export type JudgedMetric = (typeof judgedMetrics)[number];
