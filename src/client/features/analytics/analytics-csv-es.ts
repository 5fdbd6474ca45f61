/** Texts of the Analytics CSV export, loaded when the file is requested. */
export const analyticsCsvLabels = {
  fileName: (from: string, to: string) => `analytics-${from}-a-${to}.csv`,
  columns: ['Sección', 'Elemento', 'Medida', 'Valor', 'Unidad', 'Sobre', 'Período comparado'],
  sections: {
    report: 'Informe',
    totals: 'Resumen',
    days: 'Por día',
    directions: 'Por dirección',
    agents: 'Por agente',
    reasons: 'Motivos de desconexión',
    moods: 'Sentimiento',
    hours: 'Cuándo llamar',
  },
  units: { calls: 'llamadas', percent: '%', seconds: 's', milliseconds: 'ms' },
  answerRate: 'Tasa de atención',
} as const;
