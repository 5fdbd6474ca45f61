/** Spanish texts of the dashboard's cards on running campaigns and on matters that need attention. */
import { formatCountWithNoun } from './counted.ts';

export const dashboardCurrentActivityLabels = {
  campaigns: 'Campañas en curso',
  allCampaigns: (count: string) => `Ver las ${count} campañas en curso`,
  attention: 'Requiere atención',
  pausedCampaign: 'Pausada:',
  see: 'Ver',
  seeAbout: (what: string) => `Ver: ${what}`,
  review: 'Revisar',
  noWebhooks: 'No llegan eventos del webhook.',
  noWebhooksText: 'Hace más de un día que Retell.AI no envía ninguno.',
  noEventYet: 'Retell todavía no avisó de ninguna llamada.',
  missedTargets: (missed: string, all: string) =>
    `${missed} de ${formatCountWithNoun(all, 'métrica', 'métricas')} fuera de objetivo hoy.`,
  metrics: 'Ver métricas',
  failed: 'No se pudo leer todo lo que requiere atención.',
} as const;
