/** Spanish descriptions of the endpoints that API tokens may call. The compiler requires one for each endpoint. */
import type { ApiTokenRouteName } from '../../../contract/api.ts';

export const apiGroupTitles = {
  campaigns: 'Campañas',
  calls: 'Llamadas',
  views: 'Vistas guardadas',
  doNotCall: 'No Llamar',
  figures: 'Métricas',
  quality: 'Calidad',
  agents: 'Agentes y números',
  people: 'Derecho al olvido',
  workspace: 'Workspace',
} as const;

interface ApiRow {
  readonly group: keyof typeof apiGroupTitles;
  readonly summary: string;
  readonly text?: string;
  /** True if the endpoint returns a page of a list, with the total in the X-Total-Count header. */
  readonly isCounted?: true;
  /** A valid example of the body. */
  readonly example?: unknown;
}

const recipients = [{ phone_number: '+5491145550000', customer_name: 'Ana Díaz', deuda: '15.000' }];

export const apiEndpointTexts: Readonly<Record<ApiTokenRouteName, ApiRow>> = {
  createCampaign: {
    group: 'campaigns',
    summary: 'Crear una campaña',
    text: 'Se crea entera o no se crea. Las columnas de más viajan como variables del agente. Con Idempotency-Key, un pedido repetido es una sola campaña.',
    example: {
      name: 'Cobranza de noviembre',
      successDefinition: 'Acepta una fecha de pago',
      phoneNumber: '+541150000000',
      recipients,
      sendOption: 'now',
    },
  },
  listCampaigns: { group: 'campaigns', summary: 'Listar las campañas', text: 'Las 500 más nuevas.', isCounted: true },
  listCalledCampaigns: {
    group: 'campaigns',
    summary: 'Listar las campañas con llamadas en un período',
    text: 'Las 50 con más enviados, con las cifras de cada campaña entera, y la suma de todas.',
  },
  getCampaign: { group: 'campaigns', summary: 'Leer una campaña', text: 'Con su estado y sus cifras de este momento.' },
  patchCampaign: {
    group: 'campaigns',
    summary: 'Pausar, reanudar, detener, eliminar, abrir o cerrar',
    text: 'status: paused pausa, in_progress reanuda, completed detiene (con hangUp corta las llamadas en curso), failed elimina. open: espera a más personas, o ya no.',
    example: { status: 'paused' },
  },
  addRecipients: {
    group: 'campaigns',
    summary: 'Agregar destinatarios',
    text: 'Hasta 1.000 por pedido, también mientras llama. Los números que la campaña ya tiene se descartan y se cuentan.',
    example: { recipients },
  },
  listCampaignRecipients: {
    group: 'campaigns',
    summary: 'Listar los destinatarios y su resultado',
    text: 'En el orden del archivo.',
    isCounted: true,
  },
  listCampaignLog: {
    group: 'campaigns',
    summary: 'Leer la bitácora de una campaña',
    text: 'La más nueva primero; before pide las anteriores.',
  },
  exportCampaignResults: {
    group: 'campaigns',
    summary: 'Descargar los resultados (CSV)',
    text: 'Una línea por intento, y una por destinatario sin intentos.',
  },
  exportRejectedRows: { group: 'campaigns', summary: 'Descargar las filas omitidas (CSV)' },
  getCampaignDraft: { group: 'campaigns', summary: 'Leer a quiénes volver a llamar' },
  countUncontacted: { group: 'campaigns', summary: 'Contar a los no contactados que se volvería a llamar' },
  getCampaignLines: { group: 'campaigns', summary: 'Leer las líneas disponibles' },
  getCampaignEstimates: { group: 'campaigns', summary: 'Leer costo y duración estimados por llamada' },
  preflightCampaign: {
    group: 'campaigns',
    summary: 'Revisar antes de crear',
    text: 'Cuántos se llamarían, cuántos están en No Llamar, cuándo terminaría. No crea nada.',
    example: { phoneNumbers: ['+5491145550000'], sendOption: 'now' },
  },
  simulateCampaign: {
    group: 'campaigns',
    summary: 'Simular antes de crear',
    text: 'Cuántas personas se llamarían en cada hora y cuándo terminaría, con las líneas y el ritmo de ahora. No crea nada.',
    example: { callable: 1_000, sendOption: 'now' },
  },
  placeTestCall: {
    group: 'campaigns',
    summary: 'Hacer una llamada de prueba',
    text: 'Suena un teléfono: una vez, y nunca se repite sola.',
    example: { phoneNumber: '+541150000000', toNumber: '+5491145550000' },
  },
  campaignTemplate: { group: 'campaigns', summary: 'Descargar la plantilla (CSV)' },
  listCalls: {
    group: 'calls',
    summary: 'Buscar en el historial',
    text: 'Con q busca en nombres, números y transcripciones.',
    isCounted: true,
  },
  listFilteredCalls: { group: 'calls', summary: 'Listar llamadas de un período', isCounted: true },
  listRecentCalls: { group: 'calls', summary: 'Listar las llamadas más nuevas', isCounted: true },
  listActiveCalls: {
    group: 'calls',
    summary: 'Listar las llamadas en curso',
    text: 'Las 500 más nuevas.',
    isCounted: true,
  },
  getCall: { group: 'calls', summary: 'Leer una llamada', text: 'Con transcripción, análisis y costo.' },
  getCallContext: {
    group: 'calls',
    summary: 'Leer lo que rodea a una llamada',
    text: 'Campaña, intento y otras llamadas de la misma persona.',
  },
  getCallNeighbours: { group: 'calls', summary: 'Leer la llamada anterior y la siguiente' },
  getRecording: { group: 'calls', summary: 'Saber si hay grabación' },
  getRecordingAudio: { group: 'calls', summary: 'Escuchar la grabación', text: 'Admite Range, para oír una parte.' },
  exportCalls: { group: 'calls', summary: 'Descargar llamadas (CSV)', text: 'Todas las de un filtro.' },
  whisperToCall: {
    group: 'calls',
    summary: 'Susurrar una indicación al agente de una llamada en curso',
    text: 'La persona llamada no la escucha. Queda en la auditoría con su texto.',
  },
  hangUpCall: { group: 'calls', summary: 'Cortar una llamada en curso' },
  rerunCallAnalysis: {
    group: 'calls',
    summary: 'Analizar de nuevo una llamada',
    text: 'Retell lo cobra. Juzga por la última versión del agente, no por la definición de éxito de la campaña, y no se puede deshacer.',
  },
  getCallback: { group: 'calls', summary: 'Saber si se vuelve a llamar a la persona de una llamada' },
  setCallback: {
    group: 'calls',
    summary: 'Acordar cuándo se la vuelve a llamar',
    text: 'A los destinatarios de campañas que no terminaron, hasta 90 días después.',
    example: { at: '2026-12-01T15:00:00-03:00' },
  },
  cancelCallback: { group: 'calls', summary: 'Cancelar la llamada acordada' },
  webhookStatus: { group: 'calls', summary: 'Saber si llegan eventos de Retell' },
  listCallViews: { group: 'views', summary: 'Listar las vistas guardadas' },
  createCallView: {
    group: 'views',
    summary: 'Guardar una vista del historial',
    example: { name: 'Quejas', search: 'sentiment=Negative' },
  },
  updateCallView: {
    group: 'views',
    summary: 'Cambiar una vista',
    example: { name: 'Quejas de hoy', search: 'sentiment=Negative' },
  },
  deleteCallView: { group: 'views', summary: 'Eliminar una vista' },
  listDoNotCall: { group: 'doNotCall', summary: 'Listar los números que no se llaman', isCounted: true },
  addDoNotCall: {
    group: 'doNotCall',
    summary: 'Agregar un número a No Llamar',
    example: { phoneNumber: '+5491145550000', note: 'Lo pidió por mail' },
  },
  removeDoNotCall: { group: 'doNotCall', summary: 'Quitar un número de No Llamar' },
  listDoNotCallLists: { group: 'doNotCall', summary: 'Listar los archivos cargados' },
  uploadDoNotCallList: {
    group: 'doNotCall',
    summary: 'Cargar un archivo de números',
    text: 'El cuerpo es el archivo tal cual: un número por línea, un CSV o una planilla .xlsx. Se lee cada columna de números.',
    example: '+5491145550000',
  },
  removeDoNotCallList: { group: 'doNotCall', summary: 'Quitar un archivo cargado' },
  getMetrics: { group: 'figures', summary: 'Leer las cifras del dashboard' },
  getCallVolume: { group: 'figures', summary: 'Leer llamadas por hora o por día' },
  getAgentUsage: { group: 'figures', summary: 'Leer llamadas por agente' },
  getAgentSentiment: { group: 'figures', summary: 'Leer sentimiento por agente' },
  getAgentPerformance: { group: 'figures', summary: 'Leer rendimiento por agente' },
  getAnalytics: { group: 'figures', summary: 'Leer la analítica de un período' },
  getCopcAgents: { group: 'figures', summary: 'Leer una métrica COPC de cada agente' },
  getVerdict: { group: 'figures', summary: 'Leer si un período fue mejor o peor que antes, y por qué' },
  getDialingHours: { group: 'figures', summary: 'Leer a qué horas se atiende' },
  getAgentScorecards: { group: 'figures', summary: 'Comparar agentes' },
  getAgentReport: { group: 'figures', summary: 'Leer cómo le fue a un agente antes, y sus versiones' },
  getCopcMetrics: { group: 'figures', summary: 'Leer las métricas COPC' },
  getQualityForm: { group: 'quality', summary: 'Leer el formulario de calidad' },
  putQualityForm: {
    group: 'quality',
    summary: 'Guardar el formulario de calidad',
    text: 'version es la que se leyó; si alguien guardó después, 409.',
    example: {
      version: 0,
      passPercent: 80,
      criteria: [{ id: 'saludo', text: 'Saluda y se presenta', part: 'script', critical: false }],
    },
  },
  getReviewQueue: { group: 'quality', summary: 'Leer qué llamadas revisar' },
  getCallReview: { group: 'quality', summary: 'Leer la revisión de una llamada' },
  putCallReview: {
    group: 'quality',
    summary: 'Guardar la revisión de una llamada',
    text: 'Una respuesta (yes, no o na) por criterio del formulario de formVersion.',
    example: { formVersion: 1, answers: { saludo: 'yes' }, note: null },
  },
  deleteCallReview: { group: 'quality', summary: 'Quitar la revisión de una llamada' },
  listProviderAgents: { group: 'agents', summary: 'Listar los agentes de Retell' },
  listAgents: { group: 'agents', summary: 'Listar los agentes con llamadas' },
  listPhoneNumbers: { group: 'agents', summary: 'Listar los números de origen' },
  previewForgetting: {
    group: 'people',
    summary: 'Contar lo que se borraría de un número',
    example: { phoneNumber: '+5491145550000' },
  },
  forgetNumber: {
    group: 'people',
    summary: 'Borrar todo lo que hay de un número',
    text: 'No se puede deshacer. El número no se llama nunca más.',
    example: { phoneNumber: '+5491145550000' },
  },
  listContactsToEmpty: {
    group: 'people',
    summary: 'Ver los contactos de Retell que faltan vaciar',
    text: 'De números olvidados: cada uno se intenta de nuevo hasta que Retell lo vacía.',
  },
  forgetCall: {
    group: 'people',
    summary: 'Borrar los datos de una llamada',
    text: 'No se puede deshacer. Las cifras quedan.',
  },
  listNumbers: {
    group: 'campaigns',
    summary: 'Leer el uso de los números de origen',
    text: 'De cada número: llamadas y atendidas de los últimos siete días, tope, agentes, campañas y si está apartado.',
  },
  takeBackNumber: {
    group: 'campaigns',
    summary: 'Volver a usar un número apartado',
    text: 'Se lo juzga por lo que llame desde ese momento.',
  },
  listDialChecks: {
    group: 'campaigns',
    summary: 'Listar las consultas antes de llamar',
    text: 'Las que una campaña puede hacer: su id va en checkId.',
  },
  getSettings: { group: 'workspace', summary: 'Leer la configuración' },
  listAuditLog: { group: 'workspace', summary: 'Leer la auditoría', isCounted: true },
  listAlerts: { group: 'workspace', summary: 'Listar las alertas' },
  listEventWebhooks: {
    group: 'workspace',
    summary: 'Listar los destinos de eventos',
    text: 'Su id lleva a las entregas y al reenvío. La dirección entera y el secreto no se muestran.',
  },
  listEventDeliveries: { group: 'workspace', summary: 'Leer las entregas de un destino de eventos' },
  replayEvents: {
    group: 'workspace',
    summary: 'Reenviar eventos',
    text: 'Los que pasaron desde since, en su orden; con eventId, ese solo.',
    example: { since: '2026-01-31T12:00:00Z' },
  },
};

export const apiDocumentTexts = {
  title: (appName: string) => `API de ${appName}`,
  description:
    'Todo lo que un token puede hacer en su workspace. Los momentos viajan en UTC (ISO 8601), los números de teléfono en formato E.164. Los errores llevan siempre la misma forma, con un texto en castellano y un código.',
  token: 'Un token de Configuración → API: Authorization: Bearer vcr_…',
  role: (role: string) => `Rol necesario: ${role}.`,
  limit: 'Pedidos por minuto de este token.',
  remaining: 'Los que quedan en este minuto.',
  retryAfter: 'Segundos hasta el próximo intento.',
  totalCount: 'Cuántos hay en total.',
  replayed: 'true si esta respuesta ya se dio a un pedido con la misma clave.',
  webhook:
    'Firmado según Standard Webhooks: webhook-id, webhook-timestamp y webhook-signature. Llega al menos una vez.',
  taken: 'Recibido. Cualquier otra respuesta se intenta de nuevo durante tres días.',
  idempotency:
    'Un nombre propio del pedido, único por persona. Repetido dentro de un día, no hace nada y contesta lo mismo que la primera vez.',
  id: 'El id de lo que se pide',
  done: 'Hecho.',
  refusals: {
    400: 'Algún dato no sirve; details dice cuál.',
    401: 'El token no existe, venció o no vale desde esta dirección.',
    403: 'El rol del token no alcanza.',
    404: 'No existe en este workspace.',
    409: 'Choca con lo que hay ahora, o la clave de idempotencia ya se usó.',
    413: 'El cuerpo es demasiado grande.',
    415: 'El cuerpo no es del tipo que se espera.',
    422: 'Algún destinatario o dato no se acepta; details dice cuál.',
    429: 'Demasiados pedidos.',
  },
  failure: 'Otro error.',
} as const;
