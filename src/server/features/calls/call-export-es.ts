/** Spanish texts of the CSV file of exported calls: its name, column headings in order, and words in cells. */

export const callExportHeadings = {
  id: 'ID',
  at: 'Fecha',
  status: 'Estado',
  direction: 'Dirección',
  type: 'Tipo',
  from: 'Desde',
  to: 'Hacia',
  customer: 'Cliente',
  agent: 'Agente',
  campaign: 'Campaña',
  duration: 'Duración (s)',
  reason: 'Motivo de fin',
  sentiment: 'Sentimiento',
  goal: 'Objetivo',
  cost: (currency: string) => `Costo (${currency})`,
  latency: 'Latencia p50 (ms)',
  summary: 'Resumen',
} as const;

export const callExportCellTexts = { yes: 'Sí', no: 'No', erased: 'Datos eliminados' } as const;

/** `day`: YYYY-MM-DD. */
export const buildCallExportFileName = (day: string): string => `llamadas-${day}.csv`;
