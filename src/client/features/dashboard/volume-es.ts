/** Texts of the call volume chart. */
import { formatCountWithNoun } from '../../../labels/counted.ts';

export const dashboardVolumeLabels = {
  empty: 'Sin datos de llamadas',
  emptyText: 'En este período no hubo llamadas. Prueba con otro, o con todos los agentes.',
  help: 'Llamadas del período según cuándo empezaron, en el huso horario del workspace: cada 30 minutos en hoy y ayer, por día en los demás. De un día se muestran las horas con llamadas; la línea tenue suma, hasta la misma hora, las series visibles de hace 7 días. Con las flechas del teclado se recorre el gráfico.',
  calls: (written: string) => formatCountWithNoun(written, 'llamada', 'llamadas'),
  subtitle: (calls: string, period: string) => `${calls} · ${period}`,
  legend: 'Series del gráfico',
  allHidden: 'Todas las series están ocultas. Activa una para ver sus llamadas.',
  expand: 'Ampliar gráfico',
  explore: 'Llamadas por momento',
  weekBefore: 'Hace 7 días',
  total: (calls: string) => `Total: ${calls}`,
  share: (series: string, percent: string) => `${series} ${percent}`,
  hourColumn: 'Horario',
  dayColumn: 'Día',
} as const;
