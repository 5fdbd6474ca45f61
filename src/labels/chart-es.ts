/** What charts say alike. */
export const chartLabels = {
  series: { inbound: 'Entrantes', outbound: 'Salientes', web: 'Web' },
  noCalls: 'Sin llamadas',
  running: 'En curso',
  totalColumn: 'Total',
  showTable: 'Ver como tabla',
  showChart: 'Ver como gráfico',
} as const;
