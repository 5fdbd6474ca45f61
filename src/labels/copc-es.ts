/** The quality metrics by name, with their unit and which way is better. */
import type { CopcMetric } from '../contract/regional.ts';

export const copcMetricLabels = {
  connectRate: 'Tasa de conexión',
  rpcRate: 'Contacto con el titular (RPC)',
  dialerAbandonRate: 'Abandono del discador',
  speedToGreeting: 'Tiempo hasta el saludo',
  conversionToCommitment: 'Conversión a compromiso',
  promiseKeptRate: 'Promesas cumplidas',
  qaPassRate: 'Aprobación de calidad',
  scriptCompliance: 'Cumplimiento del guion',
  dataIntegrity: 'Integridad de datos',
  fcr: 'Resolución en el primer contacto (FCR)',
  csatT: 'Satisfacción (CSAT)',
  complaintRate: 'Tasa de quejas',
  aht: 'Tiempo medio de atención (AHT)',
  acwTime: 'Trabajo posterior (ACW)',
  containmentRate: 'Contención',
  handoffRate: 'Derivación a personas',
  asrWer: 'Errores de transcripción (WER)',
  intentAccuracy: 'Precisión de intención',
  silenceOvertalk: 'Silencios y superposición',
} satisfies Record<CopcMetric, string>;

export const copcSettingsLabels = {
  title: 'Campos y objetivos',
  text: 'De qué campo del análisis sale cada métrica y contra qué se mide. Vacío: el valor de fábrica.',
  metric: 'Métrica',
  field: 'Campo del análisis',
  target: 'Objetivo',
  ownData: 'Se calcula de las llamadas',
  lower: 'Menos es mejor',
  higher: 'Más es mejor',
  reset: 'Restablecer',
  resetOne: (metric: string) => `Restablecer ${metric}`,
  resetAll: 'Restablecer todo',
  fieldOf: (metric: string) => `Campo de ${metric}`,
  targetOf: (metric: string) => `Objetivo de ${metric}`,
  seconds: 's',
  percent: '%',
} as const;
