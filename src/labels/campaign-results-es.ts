/** What the server writes of a campaign into files and copies: headings, and words that stand in their cells. */

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
  /** Of a second call for one attempt. */
  surplus: 'Llamada de más, cortada',
} as const;

export const rejectedHeadings = { row: 'Fila', reason: 'Motivo' } as const;

/** Beginnings of the files' names; what follows is the campaign's. */
export const resultFileNames = { results: 'resultados', rejected: 'filas-omitidas', unnamed: 'campana' } as const;

/** Ends of the names of campaigns that are made from another. */
export const copySuffixes = { all: ' (copia)', uncontacted: ' (no contactados)' } as const;
