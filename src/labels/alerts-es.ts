/** Alerts in words: the same in the bell, in mails, in browser notifications and in the outgoing webhook. */
import type { Alert, AlertChannel, AlertKind } from '../contract/alerts.ts';
import { known } from './known.ts';

const alertTitles = {
  calls_per_hour: 'Muchas llamadas por hora',
  success_percent: 'Tasa de éxito baja',
  long_wait: 'Llamadas en espera',
  campaign_paused: 'Campaña pausada',
  webhook_silence: 'No llegan eventos del webhook',
  provider_incident: 'Incidente en Retell.AI',
  attempt_unconfirmed: 'Llamadas sin confirmar',
  duplicate_call: 'Llamada duplicada',
  storage_full: 'Disco casi lleno',
  registry_stale: 'Registro No Llame desactualizado',
  unknown_reason: 'Motivo de desconexión nuevo',
  no_admin: 'Workspace sin administradores',
} satisfies Record<AlertKind, string>;

/** Its kind in words; one that this version does not know is told as such. */
export function alertTitle(kind: string): string {
  return known(alertTitles, kind) ?? 'Aviso';
}

/** `attention`: look at it soon. `bad`: something does not work now. */
export type AlertSeverity = 'attention' | 'bad';

export const alertSeverities = {
  calls_per_hour: 'attention',
  success_percent: 'attention',
  long_wait: 'attention',
  campaign_paused: 'bad',
  webhook_silence: 'bad',
  provider_incident: 'bad',
  attempt_unconfirmed: 'attention',
  duplicate_call: 'bad',
  storage_full: 'bad',
  registry_stale: 'attention',
  unknown_reason: 'attention',
  no_admin: 'bad',
} satisfies Record<AlertKind, AlertSeverity>;

export const alertChannelLabels = { email: 'Email', webhook: 'Webhook' } satisfies Record<AlertChannel, string>;

export const alertStateLabels = { open: 'En curso', cleared: 'Resuelto' } as const;

type Told = Pick<Alert, 'kind' | 'details'>;

/** Whether it lasts: what only happens once is cleared as it is raised, and 'Resuelto' would say nothing. */
export function isLasting(kind: AlertKind): boolean {
  return kind !== 'duplicate_call' && kind !== 'unknown_reason';
}

/** One sentence with the figures of the moment at which it was raised. */
export function describeAlert({ kind, details }: Told): string {
  return (
    known(sentences, kind)?.(details) ?? 'Esta versión de la consola no conoce este tipo de aviso. Recarga la página.'
  );
}

/** The same once it is over: 'Resuelto: …'. What only happens once reads as when it was raised. */
export function describeClearedAlert(alert: Told): string {
  return isLasting(alert.kind)
    ? `Resuelto: ${known(clearedSentences, alert.kind) ?? 'ya no ocurre.'}`
    : describeAlert(alert);
}

/** Where a person looks next: a path of the console. */
export function alertPath({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string {
  if (kind === 'duplicate_call' && subject !== '') return `/call/${encodeURIComponent(subject)}`;
  return kind === 'unknown_reason'
    ? `${places[kind]}?reason=${encodeURIComponent(subject)}`
    : (known(places, kind) ?? '/');
}

const places = {
  calls_per_hour: '/',
  success_percent: '/',
  // No list holds the calls that have not begun: those under way stand on the dashboard.
  long_wait: '/',
  campaign_paused: '/historico-campanas',
  webhook_silence: '/settings?seccion=webhook',
  provider_incident: '/',
  attempt_unconfirmed: '/historico-campanas',
  duplicate_call: '/historial-llamadas',
  storage_full: '/',
  registry_stale: '/settings?seccion=no-llamar',
  unknown_reason: '/historial-llamadas',
  no_admin: '/workspaces',
} satisfies Record<AlertKind, string>;

type Details = Alert['details'];

const sentences: Readonly<Record<AlertKind, (details: Details) => string>> = {
  calls_per_hour: (details) =>
    `${count(details['calls'])} llamadas en la última hora, más que el máximo de ${count(details['threshold'])}.`,
  success_percent: (details) =>
    `Tasa de éxito de ${decimal(details['percent'])}% en las ${count(details['finished'])} llamadas finalizadas de hoy, menos que el mínimo de ${count(details['threshold'])}%.`,
  long_wait: (details) =>
    `${count(details['calls'])} ${details['calls'] === 1 ? 'llamada registrada' : 'llamadas registradas'} sin comenzar desde hace más de ${duration(details['threshold'])}; la más larga, ${duration(details['longestSeconds'])}.`,
  campaign_paused: (details) =>
    `La campaña ${quoted(details['campaignName'])} se pausó: ${known(pauseCauses, String(details['reason'])) ?? 'el envío no puede continuar'}.`,
  webhook_silence: (details) =>
    `${count(details['missed'])} llamadas terminaron sin que llegara un evento del webhook. Revisa la dirección configurada en Retell.AI.`,
  provider_incident: (details) =>
    // The status page's own words are English.
    `${known(providerStates, String(details['status'])) ?? 'El servicio tiene un problema'}.`,
  attempt_unconfirmed: (details) =>
    (details['count'] ?? 1) === 1
      ? `No se pudo saber si se llamó a un destinatario de la campaña ${quoted(details['campaignName'])}. No se lo vuelve a llamar automáticamente.`
      : `No se pudo saber si se llamó a ${count(details['count'])} destinatarios de la campaña ${quoted(details['campaignName'])}. No se los vuelve a llamar automáticamente.`,
  duplicate_call: (details) =>
    `Apareció una segunda llamada para un mismo destinatario${details['campaignName'] ? ` de la campaña ${quoted(details['campaignName'])}` : ''}. Se ordenó detenerla.`,
  storage_full: () =>
    'Queda poco espacio en el disco: no se reciben eventos ni se hacen llamadas hasta que haya lugar.',
  registry_stale: (details) =>
    `El archivo del Registro Nacional No Llame tiene ${count(details['days'])} días. Sube uno actualizado.`,
  unknown_reason: (details) =>
    `Hay llamadas que terminaron por un motivo que la consola no conoce: ${quoted(details['reason'])}. Se guarda y se cuenta como los demás.`,
  no_admin: () =>
    'Nadie que pueda iniciar sesión administra este workspace. Quien opera el servidor puede nombrar a una persona con npm run make-admin.',
};

const clearedSentences: Readonly<Record<AlertKind, string>> = {
  calls_per_hour: 'las llamadas por hora ya no superan el máximo configurado.',
  success_percent: 'la tasa de éxito de hoy ya no está por debajo del mínimo configurado.',
  long_wait: 'ya no hay llamadas que esperen más que el máximo configurado.',
  campaign_paused: 'la campaña ya no está pausada.',
  webhook_silence: 'volvieron a llegar eventos del webhook.',
  provider_incident: 'Retell.AI volvió a operar con normalidad.',
  attempt_unconfirmed: 'no quedan llamadas sin confirmar de las últimas 24 horas.',
  duplicate_call: '',
  storage_full: 'el disco tiene espacio otra vez.',
  registry_stale: 'el archivo del Registro Nacional No Llame está actualizado.',
  unknown_reason: '',
  no_admin: 'el workspace tiene administrador otra vez.',
};

const pauseCauses: Readonly<Record<string, string>> = {
  no_valid_payment: 'la cuenta de Retell.AI no tiene un medio de pago válido',
  credit_exhausted: 'se agotó el crédito de la cuenta de Retell.AI',
  budget_reached: 'se alcanzó el presupuesto fijado en la cuenta de Retell.AI',
  telephony_provider_permission_denied: 'el proveedor de telefonía rechaza las credenciales del número de origen',
  key_rejected: 'Retell.AI rechazó la API Key',
  agent_changed: 'el número de origen ya no está asignado al agente con el que se creó la campaña',
  orders_refused: 'Retell.AI rechazó todas sus últimas órdenes de llamar',
  circuit_breaker: 'la mitad o más de sus últimas llamadas terminaron por fallas técnicas',
  restored:
    'los datos vienen de una copia de seguridad, y quienes fueron llamados después de hacerla figuran como pendientes',
  no_admin: 'el workspace se quedó sin administradores',
};

const providerStates: Readonly<Record<string, string>> = {
  degraded: 'Retell.AI informa un servicio degradado',
  major_outage: 'Retell.AI informa una interrupción mayor',
  maintenance: 'Retell.AI está en mantenimiento',
};

type Figure = Details[string] | undefined;

const whole = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('es-AR', { maximumFractionDigits: 1 });
const count = (value: Figure): string => (value == null ? '' : whole.format(Number(value)));
const decimal = (value: Figure): string => (value == null ? '' : oneDecimal.format(Number(value)));
const quoted = (value: Figure): string => `«${value == null ? '' : String(value)}»`;

/** `45 s`, `5 min`, `1 h 20 min`. */
function duration(value: Figure): string {
  const seconds = Math.round(Number(value ?? 0));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
