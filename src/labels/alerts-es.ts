/**
 * Spanish texts of alerts. The notification list, mails, browser notifications and the alert webhook use the same
 * texts.
 */
import type { Alert, AlertChannel, AlertKind } from '../contract/alerts.ts';
import { attentionRuleLabels } from './attention-es.ts';
import { formatCountWithNoun } from './counted.ts';
import { findLabelEntry } from './known.ts';
import { formatDurationInWords } from './waits-es.ts';

/** Severity of an alert. `attention`: somebody should look soon. `bad`: something does not work now. */
export type AlertSeverity = 'attention' | 'bad';

export const alertChannelLabels = { email: 'Email', webhook: 'Webhook' } satisfies Record<AlertChannel, string>;

export const alertStateLabels = { open: 'En curso', cleared: 'Resuelto' } as const;

type Told = Pick<Alert, 'kind' | 'details'>;
type Details = Alert['details'];

interface AlertWords {
  readonly title: string;
  readonly severity: AlertSeverity;
  readonly place: string;
  /** Describes the alert with the figures at the time when it was raised. */
  readonly describe: (details: Details) => string;
  /**
   * Text after 'Resuelto: ' for an alert that has ended. Null for kinds of alerts that end at the moment when they are
   * raised.
   */
  readonly cleared: string | null;
}

/**
 * Spanish texts for the alert that the provider rejects an optional field of call requests. Each text says what the
 * user loses when we omit the field. Key: name of the field.
 */
const lossesByField = {
  honor_internal_dnc:
    'los contactos marcados en Retell como «no llamar» no se respetan. Tu lista No Llamar sigue valiendo.',
  idempotency_key: 'un pedido sin respuesta no se puede repetir: puede tardar 15 minutos en aclararse.',
} as const;

const alerts: Readonly<Record<AlertKind, AlertWords>> = {
  calls_per_hour: {
    title: 'Muchas llamadas por hora',
    severity: 'attention',
    place: '/',
    describe: (details) =>
      `${formatCountWithNoun(count(details['calls']), 'llamada', 'llamadas')} en la última hora, más que el máximo de ${count(details['threshold'])}.`,
    cleared: 'las llamadas por hora ya no superan el máximo configurado.',
  },
  success_percent: {
    title: 'Tasa de éxito baja',
    severity: 'attention',
    place: '/',
    describe: (details) =>
      `Tasa de éxito de ${decimal(details['percent'])}% en las ${count(details['finished'])} llamadas finalizadas de hoy, menos que el mínimo de ${count(details['threshold'])}%.`,
    cleared: 'la tasa de éxito de hoy ya no está por debajo del mínimo configurado.',
  },
  long_wait: {
    title: 'Llamadas en espera',
    severity: 'attention',
    // Link this alert to the dashboard, because the call history does not list calls that have not begun.
    place: '/',
    describe: (details) =>
      `${formatCountWithNoun(count(details['calls']), 'llamada registrada', 'llamadas registradas')} sin comenzar desde hace más de ${wait(details['threshold'])}; la más larga, ${wait(details['longestSeconds'])}.`,
    cleared: 'ya no hay llamadas que esperen más que el máximo configurado.',
  },
  campaign_paused: {
    title: 'Campaña pausada',
    severity: 'bad',
    place: '/historico-campanas',
    describe: (details) =>
      `La campaña ${quoted(details['campaignName'])} se pausó: ${findLabelEntry(pauseCauses, String(details['reason'])) ?? 'el envío no puede continuar'}.`,
    cleared: 'la campaña ya no está pausada.',
  },
  webhook_silence: {
    title: 'No llegan eventos del webhook',
    severity: 'bad',
    place: '/settings?seccion=webhook',
    describe: (details) =>
      `${formatCountWithNoun(count(details['missed']), 'llamada terminó', 'llamadas terminaron')} sin que llegara un evento del webhook. Revisa la dirección configurada en Retell.AI.`,
    cleared: 'volvieron a llegar eventos del webhook.',
  },
  provider_incident: {
    title: 'Incidente en Retell.AI',
    severity: 'bad',
    place: '/',
    describe: (details) =>
      // The status page's own texts are English.
      `${findLabelEntry(providerStates, String(details['status'])) ?? 'El servicio tiene un problema'}.`,
    cleared: 'Retell.AI volvió a operar con normalidad.',
  },
  attempt_unconfirmed: {
    title: 'Llamadas sin confirmar',
    severity: 'attention',
    place: '/historico-campanas',
    describe: (details) =>
      (details['count'] ?? 1) === 1
        ? `No se pudo saber si se llamó a un destinatario de la campaña ${quoted(details['campaignName'])}. No se lo vuelve a llamar automáticamente.`
        : `No se pudo saber si se llamó a ${count(details['count'])} destinatarios de la campaña ${quoted(details['campaignName'])}. No se los vuelve a llamar automáticamente.`,
    cleared: 'no quedan llamadas sin confirmar de las últimas 24 horas.',
  },
  duplicate_call: {
    title: 'Llamada duplicada',
    severity: 'bad',
    place: '/historial-llamadas',
    describe: (details) =>
      `Apareció una segunda llamada para un mismo destinatario${details['campaignName'] ? ` de la campaña ${quoted(details['campaignName'])}` : ''}. Se ordenó detenerla.`,
    cleared: null,
  },
  storage_full: {
    title: 'Disco casi lleno',
    severity: 'bad',
    place: '/',
    describe: () => 'Queda poco espacio en el disco: no se reciben eventos ni se hacen llamadas hasta que haya lugar.',
    cleared: 'el disco tiene espacio otra vez.',
  },
  registry_stale: {
    title: 'Registro No Llame desactualizado',
    severity: 'attention',
    place: '/settings?seccion=no-llamar',
    describe: (details) =>
      `El archivo del Registro Nacional No Llame tiene ${formatCountWithNoun(count(details['days']), 'día', 'días')}. Sube uno actualizado.`,
    cleared: 'el archivo del Registro Nacional No Llame está actualizado.',
  },
  unknown_reason: {
    title: 'Motivo de desconexión nuevo',
    severity: 'attention',
    place: '/historial-llamadas',
    describe: (details) =>
      `Hay llamadas que terminaron por un motivo que la consola no conoce: ${quoted(details['reason'])}. Se guarda y se cuenta como los demás.`,
    cleared: null,
  },
  no_admin: {
    title: 'Workspace sin administradores',
    severity: 'bad',
    place: '/workspaces',
    describe: () =>
      'Nadie que pueda iniciar sesión administra este workspace. Quien opera el servidor puede nombrar a una persona con npm run make-admin.',
    cleared: 'el workspace tiene administrador otra vez.',
  },
  event_webhook_failing: {
    title: 'Destino de eventos pausado',
    severity: 'attention',
    place: '/settings?seccion=eventos',
    describe: (details) =>
      `El destino de eventos ${quoted(details['host'])} no recibió ninguno en 3 días y se pausó. Cada evento se conserva 7 días: reanúdalo en Configuración → Eventos salientes.`,
    cleared: 'el destino de eventos ya no está pausado por sus fallas.',
  },
  order_field_refused: {
    title: 'Retell rechaza un dato de las órdenes',
    severity: 'attention',
    place: '/workspaces',
    describe: (details) =>
      `La API de Retell de esta cuenta no acepta ${quoted(details['field'])}: las llamadas se hacen sin ese dato, y ${findLabelEntry(lossesByField, String(details['field'])) ?? 'lo demás sigue igual.'}`,
    cleared: 'la API Key es otra y las órdenes llevan todos sus datos de nuevo.',
  },
  silent_customer: {
    title: 'Cliente en silencio',
    severity: 'bad',
    place: '/en-vivo',
    describe: (details) => `${quoted(details['by'])} tomó una llamada y dejó de oírse: el cliente no escucha a nadie.`,
    cleared: null,
  },
  call_attention: {
    title: 'Aviso en una llamada en vivo',
    severity: 'attention',
    place: '/en-vivo',
    describe: (details) =>
      `A los ${clock(details['second'])} de una llamada${details['agent'] ? ` de ${quoted(details['agent'])}` : ''}: ${hit(String(details['rule']))}.`,
    cleared: null,
  },
};

/** Returns the title for a kind of alert. Kinds that this version does not know get a general title. */
export function getAlertTitle(kind: string): string {
  return findLabelEntry(alerts, kind)?.title ?? 'Aviso';
}

export function findAlertSeverity(kind: string): AlertSeverity {
  return findLabelEntry(alerts, kind)?.severity ?? 'attention';
}

/**
 * True if alerts of this kind can last. False for kinds that are closed at the moment when they are raised, and so are
 * never shown as 'Resuelto'.
 */
export function isLastingAlertKind(kind: AlertKind): boolean {
  return findLabelEntry(alerts, kind)?.cleared !== null;
}

/** Describes an alert in one sentence, with the figures at the time when it was raised. */
export function describeAlert({ kind, details }: Told): string {
  return (
    findLabelEntry(alerts, kind)?.describe(details) ??
    'Esta versión de la consola no conoce este tipo de aviso. Recarga la página.'
  );
}

/**
 * Text of an alert after it was closed: 'Resuelto: …'. An alert about a one-time event keeps its original text, because
 * such an event can't be resolved.
 */
export function describeClearedAlert(alert: Told): string {
  return isLastingAlertKind(alert.kind)
    ? `Resuelto: ${findLabelEntry(alerts, alert.kind)?.cleared ?? 'ya no ocurre.'}`
    : describeAlert(alert);
}

const aboutCalls = new Set<AlertKind>(['duplicate_call', 'call_attention', 'silent_customer']);

/** Returns the path of the screen where a user can look into the alert. */
export function findAlertPath({ kind, subject }: Pick<Alert, 'kind' | 'subject'>): string {
  if (aboutCalls.has(kind) && subject !== '') return `/call/${encodeURIComponent(subject)}`;
  const place = findLabelEntry(alerts, kind)?.place ?? '/';
  return kind === 'unknown_reason' ? `${place}?reason=${encodeURIComponent(subject)}` : place;
}

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
const wait = (value: Figure): string => formatDurationInWords(Number(value ?? 0));
/** Returns the Spanish text of the event that an attention rule found, such as 'falló una herramienta del agente'. */
function hit(rule: string): string {
  const { happened } = findLabelEntry(attentionRuleLabels, rule) ?? { happened: 'Se cumplió una regla de atención' };
  return happened.charAt(0).toLowerCase() + happened.slice(1);
}

const clock = (seconds: Figure): string =>
  `${Math.floor(Number(seconds ?? 0) / 60)}:${String(Number(seconds ?? 0) % 60).padStart(2, '0')}`;
const quoted = (value: Figure): string => `«${value == null ? '' : String(value)}»`;
