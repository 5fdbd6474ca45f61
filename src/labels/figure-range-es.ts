/** Spanish texts for the range of days that figures cover, and for the comparison period. */

/** Options of the period filter above figures. `title` is the period's name in a printed report. */
export const figurePeriodOptions = [
  { value: 'today', label: 'Hoy', title: 'Hoy' },
  { value: 'yesterday', label: 'Ayer', title: 'Ayer' },
  { value: '7d', label: 'Últimos 7 Días', title: 'Últimos 7 días' },
  { value: '30d', label: 'Últimos 30 Días', title: 'Últimos 30 días' },
  { value: '90d', label: 'Últimos 90 Días', title: 'Últimos 90 días' },
] as const;

/** Options of the period filter above figures that are the same on every screen. They follow the screen's own ones. */
export const calendarPeriodOptions = [
  { value: 'month', label: 'Este mes' },
  { value: 'last-month', label: 'Mes pasado' },
  { value: 'custom', label: 'Personalizado' },
] as const;

export const comparisonPeriodOptions = [
  { value: 'previous', label: 'Período anterior' },
  { value: 'month', label: 'Mismo período del mes pasado' },
  { value: 'year', label: 'Mismo período del año pasado' },
] as const;

export const figureRangeLabels = {
  from: 'Desde:',
  to: 'Hasta:',
  compare: 'Comparar con:',
  comparedWith: 'Comparado con',
  days: (from: string, to: string) => (from === to ? from : `${from} al ${to}`),
  untilNow: (days: string) => `${days}, hasta la misma hora`,
} as const;
