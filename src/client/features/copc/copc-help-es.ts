/**
 * Spanish help texts of the quality metrics: which calls a metric counts, where its data come from, and how to get
 * missing data.
 */
import type { CopcMetric } from '../../../contract/regional.ts';

/** The formulas, in the words of GLOSSARY.md. */
export const copcMetricFormulaTexts = {
  connectRate: 'De las llamadas salientes finalizadas, las que atendió una persona.',
  rpcRate: 'De las llamadas que traen el campo, las que hablaron con la persona buscada.',
  dialerAbandonRate:
    'De las llamadas salientes que atendió una persona y cuya transcripción se conoce, aquellas en que el agente no dijo nada.',
  speedToGreeting:
    'Promedio de segundos hasta la primera palabra del agente, en las conversaciones con personas en que el agente habla primero.',
  conversionToCommitment: 'De las llamadas que traen el campo, las que terminaron en un compromiso.',
  promiseKeptRate: 'De las llamadas que traen el campo, aquellas cuya promesa se cumplió.',
  qaPassRate: 'De las llamadas evaluadas, las que aprobaron.',
  scriptCompliance: 'Promedio de la parte del guion que se cumplió, en las llamadas evaluadas.',
  dataIntegrity:
    'De los datos que el análisis del agente debe traer de sus conversaciones con personas, los que trajo.',
  fcr: 'De las conversaciones con personas cuyo número se conoce y cuyo objetivo se evaluó, las que lo alcanzaron sin otra llamada con ese número en los 7 días siguientes.',
  csatT: 'De las llamadas con un puntaje de 1 a 5, las que tienen 4 o más.',
  complaintRate: 'De las llamadas que traen el campo, las que tienen una queja.',
  aht: 'Duración media de las conversaciones con personas, en minutos y segundos.',
  acwTime: 'Promedio de segundos de trabajo posterior a la llamada.',
  containmentRate:
    'De las conversaciones con personas, las que no se transfirieron ni tomó otra persona, hayan cumplido o no su objetivo.',
  handoffRate: 'De las conversaciones con personas, las que se transfirieron o tomó otra persona.',
  asrWer: 'Promedio de la parte de las palabras que se transcribió mal.',
  intentAccuracy: 'De las llamadas evaluadas, la parte en que el agente entendió la intención.',
  silenceOvertalk:
    'De la duración de las conversaciones con personas, la parte en que nadie habló por más de 2 segundos o hablaron a la vez.',
} as const satisfies Record<CopcMetric, string>;

const callFacts = 'estado, duración y motivo de fin que informa Retell.';
const wordTimes = 'los tiempos de las palabras en la transcripción de Retell.';

/** For quality metrics without an analysis field: text on where the metric's data come from. */
export const copcMetricSourceTexts: Partial<Record<CopcMetric, string>> = {
  connectRate: callFacts,
  dialerAbandonRate: 'la transcripción de Retell.',
  speedToGreeting: wordTimes,
  dataIntegrity: 'los campos obligatorios del análisis de cada agente en Retell.',
  fcr: 'el objetivo según el análisis de Retell, y las llamadas siguientes con el mismo número.',
  aht: callFacts,
  containmentRate: callFacts,
  handoffRate: callFacts,
  silenceOvertalk: wordTimes,
};

export const copcMetricSourceLabels = {
  source: (source: string) => `Fuente: ${source}`,
  field: (field: string) => `el campo «${field}» del análisis de cada llamada.`,
  reviewed: (field: string) =>
    `lo que califican las personas en Revisión de Calidad; en las demás llamadas, el campo «${field}» de su análisis.`,
} as const;

interface Missing {
  readonly reason: string;
  readonly how: string;
}

const noPeople: Missing = {
  reason: 'No hubo conversaciones con personas en el período.',
  how: 'Aparece por sí sola con la primera conversación. Prueba con un período más largo.',
};

/** For quality metrics without an analysis field: text on why the metric has no data and how to get them. */
export const copcMissingDataReasonTexts: Partial<Record<CopcMetric, Missing>> = {
  connectRate: {
    reason: 'No terminó ninguna llamada saliente en el período.',
    how: 'Aparece por sí sola con la primera llamada de una campaña.',
  },
  dialerAbandonRate: {
    reason: 'Ninguna llamada saliente que atendió una persona tiene transcripción.',
    how: 'Aparece con la primera llamada saliente atendida, si el agente guarda la transcripción en Retell.',
  },
  speedToGreeting: {
    reason: 'Ninguna conversación con tiempos de palabras empezó con el agente.',
    how: 'En Retell, haz que el agente hable primero y que guarde la transcripción.',
  },
  dataIntegrity: {
    reason: 'Ninguna conversación es de un agente con campos obligatorios.',
    how: 'En Retell, marca como obligatorios los campos propios del análisis (Post-Call Analysis) del agente.',
  },
  fcr: {
    reason: 'Ninguna conversación con número conocido tiene su objetivo evaluado.',
    how: 'En Retell, activa el análisis de la llamada y define cuándo es exitosa.',
  },
  aht: { reason: 'Ninguna conversación con personas tiene duración en el período.', how: noPeople.how },
  containmentRate: noPeople,
  handoffRate: noPeople,
  silenceOvertalk: {
    reason: 'Ninguna conversación tiene tiempos de palabras.',
    how: 'Aparece con la primera conversación, si el agente guarda la transcripción en Retell.',
  },
};

export const copcMissingDataLabels = {
  noField: (field: string) => `Ninguna llamada del período trae el campo «${field}».`,
  noReview: (field: string) => `Nadie calificó llamadas del período, y ninguna trae el campo «${field}».`,
  addField: 'Agrega este campo al análisis (Post-Call Analysis) del agente en Retell:',
  addFieldOrReview: 'Califica llamadas en Revisión de Calidad, o agrega este campo al análisis del agente en Retell:',
  copy: (field: string) => `Copiar el campo ${field}`,
  copied: 'Campo copiado',
  review: 'Ir a Revisión de Calidad',
} as const;

/** For each quality metric, the analysis field that an admin can add to an agent: its type and its question. */
export const copcAnalysisFieldHints: Partial<
  Record<CopcMetric, { readonly type: 'Boolean' | 'Number'; readonly text: string }>
> = {
  rpcRate: { type: 'Boolean', text: 'true si quien habla es la persona buscada; false si es otra.' },
  conversionToCommitment: {
    type: 'Boolean',
    text: 'true si la persona se comprometió a pagar o a lo que pide la llamada; false si no.',
  },
  promiseKeptRate: {
    type: 'Boolean',
    text: 'true si la persona cumplió lo que prometió antes; false si no. Vacío si no había promesa.',
  },
  qaPassRate: { type: 'Boolean', text: 'true si la llamada cumple los criterios de calidad; false si no.' },
  scriptCompliance: { type: 'Number', text: 'Parte del guion que el agente cumplió, de 0 a 1 (0.85 es 85 %).' },
  csatT: { type: 'Number', text: 'Satisfacción que la persona expresa, de 1 (muy insatisfecha) a 5 (muy satisfecha).' },
  complaintRate: { type: 'Boolean', text: 'true si la persona se queja del servicio o de la llamada; false si no.' },
  acwTime: { type: 'Number', text: 'Segundos de trabajo que la llamada deja para después.' },
  asrWer: { type: 'Number', text: 'Parte de las palabras que se transcribió mal, de 0 a 1 (0.05 es 5 %).' },
  intentAccuracy: { type: 'Boolean', text: 'true si el agente entendió lo que la persona quería; false si no.' },
};

/** Texts of the guide to the data sources of quality metrics, shown if no metric has data. */
export const copcSourcesGuideLabels = {
  title: 'Sin datos en este período',
  text: 'Las métricas aparecen a medida que llegan las llamadas. Así se consigue cada una:',
  longer: 'Ver los últimos 90 días',
  sources: {
    calls: {
      title: 'Llamadas',
      text: 'Salen por sí solas del estado, la duración y el motivo de fin de cada llamada.',
    },
    transcript: {
      title: 'Transcripción',
      text: 'Hace falta que el agente guarde la transcripción en Retell, con los tiempos de sus palabras.',
    },
    analysis: {
      title: 'Análisis de la llamada',
      text: 'Define en Retell cuándo una llamada es exitosa, y qué campos del análisis son obligatorios.',
    },
    fields: {
      title: 'Campos propios del análisis',
      text: 'Agrégalos al agente en Retell; cada tarjeta de abajo da el suyo para copiar.',
    },
    reviews: {
      title: 'Revisión de Calidad',
      text: 'Las personas escuchan y califican llamadas con el formulario del workspace.',
    },
  },
  newCampaign: 'Nueva Campaña',
  agents: 'Ver agentes',
  fields: 'Campos y objetivos',
  review: 'Calificar llamadas',
} as const;
