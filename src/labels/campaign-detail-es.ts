/** Texts of a campaign's detail window and its summary. */
import type { CampaignAgentVersion, RecipientFilter, RetryableOutcome } from '../contract/campaigns.ts';
import { formatCountWithNoun } from './counted.ts';

export const campaignDetailLabels = {
  label: 'Detalle de la campaña',
  tabs: { resumen: 'Resumen', destinatarios: 'Destinatarios', registro: 'Registro' },
  seeCallLogs: 'Ver Call Logs',
  openPage: 'Abrir página',
  backToHistory: 'Volver al Histórico',
  from: (numbers: string) => `Desde ${numbers}`,
  loading: 'Cargando campaña...',
  notFound: 'Campaña no encontrada',
  notFoundText: 'Fue eliminada, o pertenece a otro workspace.',
} as const;

export const campaignSummaryLabels = {
  title: 'Resumen ejecutivo',
  notBegun: (total: string, one: boolean) =>
    one ? 'Todavía no se llamó al único destinatario.' : `Todavía no se llamó a ninguno de los ${total} destinatarios.`,
  called: (sent: string, total: string) =>
    `Se llamó a ${sent} de ${formatCountWithNoun(total, 'destinatario', 'destinatarios')}.`,
  reached: (contacted: string) => formatCountWithNoun(contacted, 'habló con el agente', 'hablaron con el agente'),
  onCall: (live: string) => (live === '0' ? 'Todavía sin resultados.' : `${live} en llamada.`),
  nobodyReached: 'Ninguno habló con el agente.',
  succeeded: (successful: string, one: boolean, rate: string) =>
    one
      ? `1 logró el objetivo: ${rate} de los contactados.`
      : `${successful} lograron el objetivo: ${rate} de los contactados.`,
  nobodySucceeded: 'ninguno logró el objetivo todavía.',
} as const;

/** Rates in a campaign's summary. Each rate divides one figure by another, and is 0 if the divisor is 0. */
export const campaignRateLabels = {
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

export const campaignFunnelLabels = {
  title: 'Embudo de rendimiento',
  /** The share of the previous stage. */
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

/**
 * Texts of the row for recipients whose call an answering machine answered. They count as answered, but not as
 * contacted.
 */
export const voicemailRecipientsRowLabels = {
  label: 'Contestador',
  help: 'Destinatarios a quienes atendió un contestador en algún intento. Cuentan como respondidos, no como contactados.',
  ofSent: (rate: string) => `${rate} de los enviados`,
} as const;

export const campaignInfoLabels = {
  title: 'Información de la campaña',
  agent: 'Agente',
  phoneNumber: 'Número de origen',
  phoneNumbers: 'Números de origen',
  sendOption: 'Opción de envío',
  now: 'Inmediato',
  scheduled: 'Programado',
  scheduledFor: (moment: string) => `Programado · ${moment}`,
  created: 'Creada',
  lastSent: 'Último envío',
  never: 'Todavía no se envió',
  lastSentBy: 'Enviada por',
  /** Label before the name of the user who will send the campaign. Shown until the campaign is sent. */
  willBeSentBy: 'La enviará',
  system: 'Sistema',
  successDefinition: 'Definición de éxito',
  check: 'Consulta antes de llamar',
  checked: 'Por cada persona',
  weight: 'Peso',
  retries: 'Reintentos',
  noRetries: 'Sin reintentos',
  retry: (
    outcome: string,
    attempts: string,
    one: boolean,
    delay: string,
    rule: { otherHour?: boolean | undefined; otherNumber?: boolean | undefined; agentId?: string | undefined },
  ) =>
    `${outcome}: ${one ? '1 intento más' : `hasta ${attempts} intentos más`}, ${delay} después${rule.otherHour ? ', a otra hora del día' : ''}${rule.otherNumber ? ', desde otro número' : ''}${rule.agentId ? ', con otro agente' : ''}`,
  duplicates: 'Duplicados',
  duplicatesHelp: 'Filas del archivo con un número repetido. Se llama una sola vez.',
  rejected: 'Filas omitidas',
  rejectedHelp: 'Filas del archivo con errores que se dejaron afuera. Nunca se llaman.',
  downloadRejected: 'Descargar filas omitidas',
} as const;

/** Outcomes of an attempt that allow a retry, in the wizard's order. */
export const retryableOutcomeLabels = {
  no_answer: 'Sin respuesta',
  busy: 'Ocupado',
  voicemail: 'Contestador',
  error: 'Falla técnica',
} satisfies Record<RetryableOutcome, string>;

/** Texts for the agent version that a campaign uses. */
export const agentVersionLabels = {
  label: 'Versión del agente',
  published: 'La publicada',
  pinned: (version: string) => `La del número (v${version})`,
  other: 'Otra…',
  number: 'N.º',
  /** Text for a campaign's agent version; null if it uses the version that is assigned to its phone number. */
  summary: (version: CampaignAgentVersion | null) =>
    version === null
      ? 'La versión asignada al número'
      : version === 'latest_published'
        ? 'Versión publicada'
        : version < 0
          ? 'Falta la versión'
          : `Versión ${version}`,
  unknown: 'Sin versión indicada',
  /** The agent version of a call. */
  spoken: (version: string) => `v${version}`,
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
  voicemail: 'Con contestador',
  successful: 'Objetivo cumplido',
  undelivered: 'No enviados',
  unconfirmed: 'Sin confirmar',
  skipped: 'Omitidos',
} satisfies Record<RecipientFilter, string>;
