/** Texts of the CSV file of the agent comparison. */
export const agentComparisonCsvLabels = {
  fileName: (from: string, to: string) => `rendimiento-agentes-${from}-a-${to}.csv`,
  columns: [
    'Agente',
    'Identificador',
    'Llamadas',
    'Finalizadas',
    'Exitosas',
    'Fallidas',
    'Tasa de éxito %',
    'Tasa de objetivo %',
    'Período comparado %',
    'Tendencia',
    'Duración promedio s',
    'Satisfacción',
    'Satisfacción estimada',
    'Calidad de voz %',
    'Tiempo de respuesta ms',
    'Última llamada',
  ],
  yes: 'Sí',
  no: 'No',
} as const;
