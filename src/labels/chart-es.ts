/** Texts shared by charts. */
export const chartLabels = {
  series: { inbound: 'Entrantes', outbound: 'Salientes', web: 'Web' },
  noCalls: 'Sin llamadas',
  began: (campaign: string) => `Empezó ${campaign}`,
  running: 'En curso',
  totalColumn: 'Total',
  showTable: 'Ver como tabla',
  showChart: 'Ver como gráfico',
} as const;
