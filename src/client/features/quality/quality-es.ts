/** Texts of the quality reviews: review queue, reviews, and quality form. */
import type { CriterionAnswer, CriterionAffectedMetric, ReviewQueueReason } from '../../../contract/quality.ts';
import { formatCountWithNoun } from '../../../labels/counted.ts';

const calls = (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas');

export const reviewQueueLabels = {
  tabs: 'Revisión de calidad',
  queue: 'Por revisar',
  form: 'Formulario',
  unsaved: 'con cambios sin guardar',
  figures: 'Resumen de la revisión',
  waiting: 'Propuestas',
  waitingHelp:
    'Conversaciones con personas de los últimos siete días que nadie evaluó, hasta cinco por motivo. Cuando evalúas una, otra toma su lugar.',
  reviewed: 'Evaluadas en 7 días',
  reviewedHelp: 'Llamadas que alguien del equipo evaluó en los últimos siete días.',
  start: 'Evaluar la primera',
  reasons: {
    negative: 'Sentimiento negativo',
    failed_goal: 'Objetivo no cumplido',
    random: 'Muestra al azar',
  } as const satisfies Record<ReviewQueueReason, string>,
  reasonTexts: {
    negative: 'Según el análisis, el cliente terminó la llamada con sentimiento negativo.',
    failed_goal: 'El análisis dice que la llamada no cumplió su objetivo.',
    random:
      'Elegidas al azar entre las demás de los siete días anteriores a hoy, para que la muestra no sea solo de las malas; si son menos de cinco, las primeras de hoy. No cambian durante el día.',
  } as const satisfies Record<ReviewQueueReason, string>,
  calls,
  columns: {
    contact: 'Cliente',
    agent: 'Agente',
    date: 'Fecha',
    duration: 'Duración',
    mood: 'Sentimiento',
    result: 'Resultado',
  },
  noAgent: 'Sin agente',
  none: '-',
  loading: 'Cargando llamadas por revisar...',
  noCalls: 'Todavía no hay llamadas para revisar',
  noCallsText:
    'Aquí aparecen las conversaciones con personas de los últimos siete días. En estos días no hubo ninguna.',
  seeCalls: 'Ver el historial de llamadas',
  allDone: 'Todo revisado',
  allDoneText: (count: string) =>
    `Se ${count === '1' ? 'evaluó' : 'evaluaron'} ${calls(count)} en los últimos siete días y no queda ninguna por revisar.`,
  onlyLook: 'Evalúan las llamadas quienes tienen el rol Editor o Administrador.',
} as const;

export const criterionAnswerLabels = { yes: 'Sí', no: 'No', na: 'No aplica' } as const satisfies Record<
  CriterionAnswer,
  string
>;

export const criterionPartLabels = {
  quality: 'Calidad general',
  script: 'Guion',
  intent: 'Intención',
} as const satisfies Record<CriterionAffectedMetric, string>;

export const callReviewLabels = {
  title: 'Evaluación de calidad',
  none: 'Sin evaluar',
  noneText: 'Nadie evaluó esta llamada todavía.',
  loadFailed: 'No se pudo leer la evaluación.',
  formFailed: 'No se pudo leer el formulario.',
  loading: 'Cargando evaluación...',
  score: 'Puntaje',
  evaluate: 'Evaluar llamada',
  resume: 'Continuar evaluación',
  unfinished: 'Tienes una evaluación sin terminar.',
  passed: 'Aprobada',
  failed: 'No aprobada',
  noScore: 'Sin puntaje',
  noScoreText: 'Ningún criterio aplica a esta llamada.',
  passMark: (percent: string) => `Aprueba desde ${percent}%`,
  criticalFailed: 'Falló un criterio crítico.',
  by: (who: string, when: string) => `${who} · ${when}`,
  someone: 'Alguien del equipo',
  answers: 'Respuestas',
  parts: 'Por lo que miden',
  note: 'Nota',
  critical: 'Crítico',
  edit: 'Editar',
  delete: 'Eliminar',
  olderForm: 'Se evaluó con una versión anterior del formulario.',
} as const;

export const callScoringLabels = {
  title: 'Evaluar llamada',
  progress: (answered: string, total: string) =>
    `${answered} de ${formatCountWithNoun(total, 'respondida', 'respondidas')}`,
  unanswered: 'Falta responder',
  missing: (count: number) => `Falta responder ${formatCountWithNoun(count, 'criterio', 'criterios')}.`,
  note: 'Nota',
  noteHint: 'Opcional. La lee quien abra la llamada.',
  noteTooLong: 'Como máximo 2.000 caracteres',
  save: 'Guardar',
  saveAndNext: 'Guardar y siguiente',
  saving: 'Guardando...',
  saveFailed: 'No se pudo guardar la evaluación. Lo que respondiste sigue aquí.',
  saved: 'Evaluación guardada',
  queueDone: 'No queda ninguna llamada por revisar.',
  waiting: (count: string) => (count === '1' ? 'Otra en la cola' : `Otras ${count} en la cola`),
  toQueue: 'Ir a la cola',
  formChanged:
    'El formulario cambió. Se conservan tus respuestas a los criterios que siguen: revisa y completa los demás.',
  replaces: (who: string) => `${who} evaluó esta llamada mientras tanto. Si guardas, tu evaluación reemplaza la suya.`,
  shortcuts: 'Al evaluar',
  answerKeys: 'Sí, No o No aplica en el criterio marcado',
  saveKeys: 'Guardar',
  criticalFailed: 'Falló un criterio crítico: no aprueba, aunque el resto se cumpla.',
  keysHint: 'Teclas',
  noScoreYet: '–',
} as const;

export const criterionAnswerShortcuts = { yes: 'S', no: 'N', na: 'A' } as const satisfies Record<
  CriterionAnswer,
  string
>;

export const deleteCallReviewLabels = {
  title: '¿Eliminar la evaluación?',
  what: 'Se borran las respuestas, la nota y el puntaje, y la llamada queda sin evaluar.',
  counts: 'En las métricas de calidad vuelve a contar lo que diga el análisis de la llamada.',
  confirm: 'Eliminar evaluación',
  pending: 'Eliminando...',
  failed: 'No se pudo eliminar la evaluación.',
  done: 'Evaluación eliminada',
} as const;

export const qualityFormLabels = {
  title: 'Formulario de evaluación',
  subtitle: 'Lo que ya se evaluó conserva el formulario con el que se evaluó.',
  version: (version: string, criteria: string) =>
    `${version === '0' ? 'Formulario inicial' : `Versión ${version}`} · ${criteria}`,
  criteria: (count: number) => formatCountWithNoun(count, 'criterio', 'criterios'),
  passPercent: 'Una llamada aprueba desde',
  passPercentHint:
    'Porcentaje de «Sí» entre las respuestas «Sí» y «No». Con un «No» en un criterio crítico, no aprueba.',
  passPercentWrong: 'Escribe un número entero de 1 a 100',
  percent: '%',
  list: 'Criterios',
  listHint:
    'Todos cuentan para la aprobación (tasa de aprobación de calidad). Los de Guion cuentan además para el cumplimiento del guion, y los de Intención, para la exactitud de intención.',
  criterion: (place: number) => `Criterio ${place}`,
  part: 'Mide',
  partOf: (place: number) => `Qué mide el criterio ${place}`,
  critical: 'Crítico',
  criticalOf: (place: number) => `El criterio ${place} es crítico`,
  up: (place: number) => `Subir el criterio ${place}`,
  down: (place: number) => `Bajar el criterio ${place}`,
  remove: (place: number) => `Quitar el criterio ${place}`,
  moved: (place: number, total: number) => `Criterio en el lugar ${place} de ${total}`,
  removed: (total: number) => `Criterio quitado. Quedan ${total}.`,
  placeholder: 'Por ejemplo: Se presentó con su nombre y el de la empresa',
  add: 'Agregar criterio',
  full: 'El formulario ya tiene 15 criterios, el máximo.',
  empty: 'Escribe el criterio',
  tooLong: 'Como máximo 200 caracteres',
  repeated: 'Este criterio ya está en el formulario',
  atLeastOne: 'El formulario necesita al menos un criterio',
  save: 'Guardar formulario',
  saving: 'Guardando...',
  discard: 'Descartar',
  unchanged: 'Sin cambios',
  changed: 'Cambios sin guardar',
  saved: 'Formulario guardado',
  saveFailed: 'No se pudo guardar el formulario. Lo que escribiste sigue aquí.',
  mistakes: 'Revisa los campos marcados.',
  savedMeanwhile:
    'Otra persona guardó el formulario mientras lo editabas. Rige lo que guardó; lo tuyo sigue aquí, sin guardar.',
  absent: 'no está',
  order: 'Orden de tus criterios',
  other: 'Otro criterio',
  leaveTitle: '¿Salir sin guardar?',
  leaveText: 'Hay cambios en el formulario sin guardar. Si sales, se pierden.',
  leave: 'Salir sin guardar',
  loadFailed: 'No se pudo leer el formulario',
} as const;
