/** Texts of one call's page. */

export const callDetailLabels = {
  title: 'Detalle de Llamada',
  notFound: 'Llamada no encontrada',
  notFoundText: 'No existe, o pertenece a otro workspace.',
  loading: 'Cargando llamada...',
  succeeded: 'Exitosa/Finalizada',
  notSucceeded: 'Sin Éxito',
  noAgent: 'Sin agente',
  none: '-',
  facts: 'Datos de la llamada',
  inProgress: 'En curso',
  elapsed: 'transcurridos',
} as const;

export const factLabels = {
  customer: 'Cliente',
  from: 'Desde',
  to: 'Hacia',
  agent: 'Agente',
  type: 'Tipo',
  start: 'Inicio',
  end: 'Fin',
  duration: 'Duración',
  reason: 'Motivo de fin',
  campaign: 'Campaña',
  seeCampaign: 'Ver llamadas de la campaña',
  callId: 'ID',
  copyId: 'Copiar ID',
  copied: 'ID copiado',
  copyFailed: 'No se pudo copiar',
} as const;

export const recordingLabels = {
  title: 'Grabación',
  play: 'Reproducir',
  pause: 'Pausar',
  mute: 'Silenciar',
  unmute: 'Activar sonido',
  position: 'Posición de la grabación',
  positionOf: (position: string, duration: string) => `${position} de ${duration}`,
  search: 'Buscar',
  searching: 'Buscando grabación...',
  notAtProvider: 'Grabación no disponible en Retell.AI',
  unavailable: 'Grabación no disponible',
  afterTheCall: 'La grabación está disponible cuando termina la llamada.',
} as const;

export const analysisLabels = {
  title: 'Análisis de la Conversación',
  none: 'Sin análisis',
  noneText: 'Retell no envió un análisis de esta llamada.',
  pendingText: 'El análisis llega unos segundos después de terminar la llamada.',
  summary: 'Resumen',
  noSummary: 'Sin resumen',
  sentiment: 'Sentimiento',
  goal: 'Objetivo',
  goalReached: 'Cumplido',
  goalMissed: 'No cumplido',
  goalUnknown: 'Sin datos',
  goalUnknownHelp: 'El análisis no indica si la llamada cumplió su objetivo.',
  voicemail: 'Contestador',
  yes: 'Sí',
  no: 'No',
} as const;

export const tabLabels = {
  label: 'Detalle',
  transcript: 'Transcripción',
  data: 'Data',
  latency: 'Latencia',
} as const;

export const transcriptLabels = {
  empty: 'No hay transcripción disponible',
  pending: 'La transcripción aparece cuando termina la llamada.',
  goTo: (time: string) => `Ir a ${time}`,
  current: 'Sonando',
} as const;

export const dataLabels = {
  custom: 'Custom',
  customEmpty: 'Sin variables propias',
  sent: 'Variables enviadas',
  sentEmpty: 'No se enviaron variables',
  extracted: 'Variables extraídas',
  extractedEmpty: 'No se extrajeron variables',
  analysis: 'Análisis de la llamada',
  analysisEmpty: 'Sin análisis',
  customAnalysis: 'Datos propios del análisis',
  customAnalysisEmpty: 'El análisis no trae datos propios',
  value: 'Valor',
  usage: 'Costo y consumo',
  cost: 'Costo',
  costHelp: 'Costo total de la llamada que informa Retell, en dólares.',
  costUnknown: 'Retell no informó el costo de esta llamada.',
  tokens: 'Tokens por solicitud',
  tokensHelp: 'Promedio de tokens del modelo de lenguaje por solicitud.',
  requests: 'Solicitudes al modelo',
  notAvailable: 'N/A',
} as const;

export const latencyLabels = {
  e2e: 'Extremo a extremo (E2E)',
  e2eHelp: 'Desde que el usuario deja de hablar hasta que el agente empieza a responder.',
  llm: 'Modelo de lenguaje (LLM)',
  llmHelp: 'Desde que se pide la respuesta al modelo hasta sus primeras palabras.',
  tts: 'Síntesis de voz (TTS)',
  ttsHelp: 'Desde que se pide la voz hasta su primer sonido.',
  p50: 'p50',
  p90: 'p90',
  min: 'Mínimo',
  average: 'Promedio',
  milliseconds: (figure: string) => `${figure} ms`,
  notAvailable: 'N/A',
} as const;
