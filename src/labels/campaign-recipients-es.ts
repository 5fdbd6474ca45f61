/**
 * Spanish texts of a campaign's recipients, attempts and log. They are loaded after the texts of the campaign's
 * summary.
 */
import { formatCountWithNoun } from './counted.ts';
import { formatListRange } from './common-es.ts';
import type { AttemptOutcome, CampaignRecipientState, RecipientAttempt } from '../contract/campaigns.ts';
import { retryableOutcomeLabels } from './campaign-detail-es.ts';

/** Names of an attempt's outcomes. */
export const attemptOutcomeLabels = {
  ...retryableOutcomeLabels,
  human: 'Atendió una persona',
  concurrency: 'Sin líneas libres',
  account: 'La cuenta no puede llamar',
  other: 'Otro resultado',
} satisfies Record<AttemptOutcome, string>;

/** Labels for the state of an attempt that has no outcome yet. */
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

/** Labels shown instead of 'Enviado' for a recipient who is in a call, will be called again, or has a call result. */
export const recipientResultLabels = {
  live: 'En llamada',
  retrying: 'Con otro intento',
  successful: 'Objetivo cumplido',
  contacted: 'Contactado',
  pickedUp: 'Respondido',
  notContacted: 'No contactado',
} as const;

export const campaignRecipientsLabels = {
  fromNumber: (number: string) => `desde ${number}`,
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
  /** In two lines. */
  callBack: (moment: string) => `Volver a llamar el\n${moment}`,
  none: '-',
  show: (name: string) => `Ver intentos de ${name}`,
  attemptsOf: (name: string) => `Intentos de ${name}`,
  attemptCount: (count: string) => formatCountWithNoun(count, 'intento', 'intentos'),
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
  range: formatListRange,
  rest: (count: string) => `y ${formatCountWithNoun(count, 'destinatario', 'destinatarios')} más`,
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
  older: 'y los registros anteriores',
  loadingMore: 'Cargando...',
  moreFailed: 'No se pudo cargar más.',
  by: (username: string) => `por ${username}`,
} as const;
