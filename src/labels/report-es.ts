/** Spanish texts of the analytics screen's report for printing. */
import { reportHeadingLabels } from './common-es.ts';
import { formatCountWithNoun } from './counted.ts';

export const reportPageLabels = {
  title: 'Informe',
  of: (workspace: string) => `Informe de ${workspace}`,
  print: 'Imprimir o guardar como PDF',
  back: 'Volver',
  printed: (moment: string, username: string) => `${reportHeadingLabels.printed} el ${moment} por ${username}`,
  sameTime: 'hasta la misma hora',
  figures: 'Cifras del período',
  total: (count: string) => `Total ${count}`,
  busiest: (bar: string) => `El mayor: ${bar}.`,
  agents: 'Agentes',
  agentsNote: 'Por tasa de éxito; con menos de 30 finalizadas, al final',
  noAgents: 'Ningún agente tuvo llamadas en el período.',
  moreAgents: (count: string) => `y ${formatCountWithNoun(count, 'agente más', 'agentes más')}`,
  rank: 'N.º',
  unranked: '–',
  missed: 'Objetivos de calidad sin cumplir',
  metric: 'Métrica',
  value: 'Valor',
  target: 'Objetivo',
  gap: 'Diferencia',
  noneMissed: 'Las métricas con datos cumplen su objetivo.',
  noneKnown: 'Ninguna métrica COPC tiene datos en el período.',
  moreMetrics: (count: string) => `y ${formatCountWithNoun(count, 'métrica más', 'métricas más')}`,
  campaigns: 'Campañas con llamadas en el período',
  campaignsNote: 'Con las cifras de cada campaña entera',
  campaign: 'Campaña',
  noCampaigns: 'Ninguna campaña llamó en el período.',
  moreCampaigns: (count: string) => `y ${formatCountWithNoun(count, 'campaña más', 'campañas más')}`,
  source: (app: string) =>
    `${app}. Las cifras salen de las llamadas y los análisis de Retell AI; días y horas, en el huso horario del workspace.`,
} as const;
