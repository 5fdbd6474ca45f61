/**
 * Regional settings, and names of quality metrics. This module does not import zod, to keep the browser's first load
 * small.
 */

export const workspaceTimeZones = [
  'America/Argentina/Buenos_Aires',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/Bogota',
  'America/Mexico_City',
  'UTC',
] as const;
export type WorkspaceTimeZone = (typeof workspaceTimeZones)[number];

export const dateLocales = ['es-AR', 'es-ES', 'pt-BR', 'en-US'] as const;
export type DateLocale = (typeof dateLocales)[number];

export const workspaceCurrencies = ['ARS', 'BRL', 'USD', 'EUR'] as const;
export type WorkspaceCurrency = (typeof workspaceCurrencies)[number];

/**
 * Returns the currency of costs in exported files, and how much of this currency a US dollar costs. Without an exchange
 * rate, the currency is the US dollar.
 */
export function getExportCostCurrencyAndRate(regional: {
  readonly currency: WorkspaceCurrency;
  readonly usdRate: { readonly rate: number } | null;
}): { readonly currency: WorkspaceCurrency; readonly perDollar: number } {
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

/** Quality metrics for which a call's analysis field says yes or no. The call history has a filter for each. */
export const yesNoMetrics = [
  'complaintRate',
  'rpcRate',
  'conversionToCommitment',
  'promiseKeptRate',
  'csatT',
  'qaPassRate',
  'scriptCompliance',
  'intentAccuracy',
] as const satisfies readonly CopcMetric[];
export type YesNoMetric = (typeof yesNoMetrics)[number];
