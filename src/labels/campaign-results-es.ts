/** Column headings and cell texts of a campaign's exported files. The server writes them. */

export const resultFileColumnHeadings = {
  phone: 'Teléfono',
  name: 'Nombre',
  state: 'Estado',
  attempt: 'Intento',
  date: 'Fecha',
  time: 'Hora',
  outcome: 'Resultado',
  reason: 'Motivo',
  duration: 'Duración (segundos)',
  cost: (currency: string) => `Costo (${currency})`,
  sentiment: 'Sentimiento',
  goal: 'Objetivo cumplido',
  summary: 'Resumen',
  agentVersion: 'Versión del agente',
  fromNumber: 'Número de origen',
} as const;

export const resultFileValueLabels = {
  yes: 'Sí',
  no: 'No',
  /** Marks a second call for one attempt. */
  surplus: 'Llamada de más, cortada',
} as const;

export const rejectedRowsColumnHeadings = { row: 'Fila', reason: 'Motivo' } as const;

/**
 * Beginnings of the names of exported files. The campaign's name follows them, or `unnamed` if that name can't be part
 * of a file name.
 */
export const campaignExportFileNamePrefixes = {
  results: 'resultados',
  rejected: 'filas-omitidas',
  unnamed: 'campana',
} as const;

/** Suffixes that a copied campaign's name gets. */
export const campaignCopySuffixes = { all: ' (copia)', uncontacted: ' (no contactados)' } as const;
