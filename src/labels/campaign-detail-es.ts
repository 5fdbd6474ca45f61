/** Texts of a campaign's window: its summary, its recipients with every attempt, its log. */
import type {
  AgentVersion,
  AttemptOutcome,
  CampaignRecipientState,
  RecipientAttempt,
  RecipientFilter,
  RetryOutcome,
} from '../contract/campaigns.ts';

export const campaignDetailLabels = {
  label: 'Detalle de la campaña',
  tabs: { resumen: 'Resumen', destinatarios: 'Destinatarios', registro: 'Registro' },
  seeCallLogs: 'Ver Call Logs',
  openPage: 'Abrir página',
  backToHistory: 'Volver al Histórico',
  from: (number: string) => `Desde ${number}`,
  loading: 'Cargando campaña...',
  notFound: 'Campaña no encontrada',
  notFoundText: 'Fue eliminada, o pertenece a otro workspace.',
} as const;

export const summaryLabels = {
  title: 'Resumen ejecutivo',
  notBegun: (total: string, one: boolean) =>
    one ? 'Todavía no se llamó al único destinatario.' : `Todavía no se llamó a ninguno de los ${total} destinatarios.`,
  called: (sent: string, total: string) => `Se llamó a ${sent} de ${total} destinatarios.`,
  reached: (contacted: string, one: boolean) => (one ? '1 habló con el agente' : `${contacted} hablaron con el agente`),
  nobodyReached: 'Ninguno habló con el agente.',
  succeeded: (successful: string, one: boolean, rate: string) =>
    one
      ? `1 logró el objetivo: ${rate} de los contactados.`
      : `${successful} lograron el objetivo: ${rate} de los contactados.`,
  nobodySucceeded: 'ninguno logró el objetivo todavía.',
} as const;

/** Rates of the summary: each figure over another, 0 without any. */
export const rateLabels = {
  response: {
    label: 'Tasa de respuesta',
    help: 'Respondidos sobre enviados. Los contestadores cuentan como respuesta.',
  },
  contact: { label: 'Tasa de contacto', help: 'Contactados, que son los que contestó una persona, sobre enviados.' },
  completion: {
    label: 'Tasa de finalización',
    help: 'Completados, cuya llamada terminó sin un motivo de error, sobre enviados.',
  },
  success: {
    label: 'Tasa de éxito (objetivo)',
    help: 'Exitosos sobre contactados, que son los que contestó una persona.',
  },
} as const;

export const funnelLabels = {
  title: 'Embudo de rendimiento',
  /** Of the stage before. */
  ofPrevious: (rate: string, previous: string) => `${rate} ${previous}`,
  stages: {
    total: { label: 'Total contactos', of: 'del total', help: 'Destinatarios de la campaña, cada número una vez.' },
    sent: { label: 'Enviados', of: 'de los enviados', help: 'Destinatarios cuya llamada aceptó Retell.' },
    pickedUp: {
      label: 'Respondidos',
      of: 'de los respondidos',
      help: 'Destinatarios cuya llamada llegó a una conversación, contestadores incluidos.',
    },
    contacted: {
      label: 'Contactados',
      of: 'de los contactados',
      help: 'Destinatarios que contestó una persona, no un contestador ni un menú automático.',
    },
    successful: {
      label: 'Exitosos (objetivo)',
      of: 'de los exitosos',
      help: 'Destinatarios con el objetivo cumplido, según la definición de éxito. Una llamada sin analizar no cuenta.',
    },
  },
} as const;

export const campaignInfoLabels = {
  title: 'Información de la campaña',
  agent: 'Agente',
  phoneNumber: 'Número de origen',
  sendOption: 'Opción de envío',
  now: 'Inmediato',
  scheduled: 'Programado',
  scheduledFor: (moment: string) => `Programado · ${moment}`,
  created: 'Creada',
  lastSent: 'Último envío',
  never: 'Todavía no se envió',
  lastSentBy: 'Enviada por',
  /** Of one that was never sent: then nobody is its last sender yet. */
  willBeSentBy: 'La enviará',
  system: 'Sistema',
  successDefinition: 'Definición de éxito',
  retries: 'Reintentos',
  noRetries: 'Sin reintentos',
  retry: (outcome: string, attempts: string, one: boolean, delay: string) =>
    `${outcome}: ${one ? '1 intento más' : `hasta ${attempts} intentos más`}, ${delay} después`,
  duplicates: 'Duplicados',
  duplicatesHelp: 'Filas del archivo con un número repetido. Se llama una sola vez.',
  rejected: 'Filas omitidas',
  rejectedHelp: 'Filas del archivo con errores que se dejaron afuera. Nunca se llaman.',
  downloadRejected: 'Descargar filas omitidas',
} as const;

/** The outcomes that another attempt may follow, in the order of the wizard. */
export const retryOutcomeLabels = {
  no_answer: 'Sin respuesta',
  busy: 'Ocupado',
  voicemail: 'Contestador',
  error: 'Falla técnica',
} satisfies Record<RetryOutcome, string>;

/** Which version of an agent speaks. */
export const agentVersionLabels = {
  label: 'Versión del agente',
  published: 'La publicada',
  pinned: (version: string) => `La del número (v${version})`,
  other: 'Otra…',
  number: 'N.º',
  /** Null: the number decides. */
  summary: (version: AgentVersion | null) =>
    version === null
      ? 'La versión asignada al número'
      : version === 'latest_published'
        ? 'Versión publicada'
        : version < 0
          ? 'Falta la versión'
          : `Versión ${version}`,
  /** Of campaigns from before versions could be chosen. */
  unknown: 'Sin versión indicada',
  /** Of a call. */
  spoken: (version: string) => `v${version}`,
} as const;

/** How an attempt ended. */
export const attemptOutcomeLabels = {
  ...retryOutcomeLabels,
  human: 'Atendió una persona',
  concurrency: 'Sin líneas libres',
  account: 'La cuenta no puede llamar',
  other: 'Otro resultado',
} satisfies Record<AttemptOutcome, string>;

/** Where an attempt stands that has no outcome. */
export const attemptStateLabels = {
  claimed: 'Por llamar',
  accepted: 'En llamada',
  refused: 'Rechazada por Retell',
  unknown: 'Verificando con Retell',
  absent: 'No se llamó',
  unconfirmed: 'Sin confirmar',
  finished: 'Terminada',
} satisfies Record<RecipientAttempt['state'], string>;

export const recipientStateLabels = {
  pending: 'Pendiente',
  dialing: 'Marcando',
  sent: 'Enviado',
  undelivered: 'No enviado',
  unconfirmed: 'Sin confirmar',
  skipped: 'Omitido',
} satisfies Record<CampaignRecipientState, string>;

/** What a sent recipient reads instead, once more is known. */
export const recipientResultLabels = {
  live: 'En llamada',
  retrying: 'Con otro intento',
  successful: 'Objetivo cumplido',
  contacted: 'Contactado',
  pickedUp: 'Respondido',
  notContacted: 'No contactado',
} as const;

export const recipientFilterLabels = {
  pending: 'Pendientes',
  retrying: 'Con otro intento',
  dialing: 'Marcando',
  live: 'En llamada',
  finished: 'Terminadas',
  sent: 'Enviados',
  contacted: 'Contactados',
  not_contacted: 'No contactados',
  successful: 'Objetivo cumplido',
  undelivered: 'No enviados',
  unconfirmed: 'Sin confirmar',
  skipped: 'Omitidos por No Llamar',
} satisfies Record<RecipientFilter, string>;

export const recipientsLabels = {
  list: 'Destinatarios',
  search: 'Buscar destinatarios',
  searchPlaceholder: 'Nombre o número',
  filter: 'Mostrar',
  all: 'Todos',
  download: 'Descargar resultados',
  position: 'N.º',
  recipient: 'Destinatario',
  state: 'Estado',
  reason: 'Último motivo',
  attempts: 'Intentos',
  lastAttempt: 'Último intento',
  nextAttempt: (moment: string) => `Próximo: ${moment}`,
  none: '-',
  show: (name: string) => `Ver intentos de ${name}`,
  attemptsOf: (name: string) => `Intentos de ${name}`,
  attemptCount: (count: string, one: boolean) => (one ? '1 intento' : `${count} intentos`),
  noAttempts: 'Todavía no se lo llamó.',
  neverCalled: 'No se lo llamó.',
  duration: 'Duración',
  cost: 'Costo',
  costUnknown: 'Retell todavía no informó el costo de esta llamada.',
  seeCall: 'Ver llamada',
  seeCallOf: (moment: string) => `Ver llamada del ${moment}`,
  surplus: 'Llamada de más: se la cortó y no cuenta.',
  goalReached: 'Objetivo cumplido',
  goalMissed: 'Objetivo no cumplido',
  range: (from: string, to: string, total: string) => `${from}-${to} de ${total}`,
  empty: 'Esta campaña no tiene destinatarios registrados.',
  noMatch: 'Ningún destinatario coincide',
  noMatchText: 'Ajusta la búsqueda o el filtro para ver otros.',
  clearFilters: 'Limpiar filtros',
} as const;

export const campaignLogLabels = {
  list: 'Registro de la campaña',
  empty: 'Todavía no pasó nada',
  emptyText: 'Aquí se lee qué hizo la campaña, quién la controló y por qué espera.',
  more: 'Cargar más',
  loadingMore: 'Cargando...',
  moreFailed: 'No se pudo cargar más.',
  by: (username: string) => `por ${username}`,
} as const;
