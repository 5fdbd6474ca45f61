/** Headings and cell texts of a campaign's exported files and copies, written by the server. */

export const resultHeadings = {
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

export const resultWords = {
  yes: 'Sí',
  no: 'No',
  /** Marks a second call for one attempt. */
  surplus: 'Llamada de más, cortada',
} as const;

export const rejectedHeadings = { row: 'Fila', reason: 'Motivo' } as const;

/** Prefixes of exported files' names. The campaign's name follows. */
export const resultFileNames = { results: 'resultados', rejected: 'filas-omitidas', unnamed: 'campana' } as const;

/** Suffixes for the names of campaigns copied from another. */
export const campaignCopySuffixes = { all: ' (copia)', uncontacted: ' (no contactados)' } as const;
