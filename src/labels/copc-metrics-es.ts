/** The quality metrics by name. */
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
