/** Spanish sentences for the entries of a campaign's log. If an entry kind has no sentence, the build fails. */
import { formatCountWithNoun } from '../../../labels/counted.ts';
import { campaignOptionLabels } from '../../../labels/campaign-options-es.ts';
import type {
  CampaignLogDetailsByKind,
  CampaignLogEntry,
  CampaignLogKind,
  CampaignPauseReason,
  RetryableOutcome,
  AttemptOutcomeWithoutCall,
  CampaignWaitReason,
} from '../../../contract/campaigns.ts';
import { findLabelEntry } from '../../../labels/known.ts';
import { formatDurationInWords } from '../../../labels/waits-es.ts';

export interface CampaignLogFormatters {
  readonly count: (count: number) => string;
  /** Formats a percentage: 12.5 becomes '12,5%'. */
  readonly percent: (percent: number) => string;
  /** Formats an ISO 8601 moment. */
  readonly dateTime: (iso: string) => string;
}

const calls = (count: string) => formatCountWithNoun(count, 'llamada', 'llamadas');
const recipients = (count: string) => formatCountWithNoun(count, 'destinatario', 'destinatarios');

const waits = {
  calling_window: 'está fuera del horario de llamadas',
  daily_attempts: 'los números que quedan ya tuvieron sus intentos de hoy',
  retry_delay: 'los que quedan esperan su próximo intento',
  number_cap: 'sus números de origen ya hicieron sus llamadas de hoy',
  origin_barred: 'las reglas por país no permiten llamar a los que quedan desde sus números de origen',
  callback: 'los que quedan pidieron que los vuelvan a llamar más adelante',
  open: 'ya se llamó a todos y la campaña está abierta a más destinatarios',
} satisfies Record<CampaignWaitReason, string>;

const pauses = {
  no_valid_payment: 'Retell rechaza las llamadas porque la cuenta no tiene un medio de pago válido',
  credit_exhausted: 'se agotó el crédito de la cuenta de Retell',
  budget_reached: 'se alcanzó el presupuesto fijado en la cuenta de Retell',
  telephony_provider_permission_denied: 'el proveedor de telefonía rechaza las credenciales del número de origen',
  key_rejected: 'Retell rechaza la API Key del workspace',
  agent_changed: 'el número de origen ya no está asignado al agente con el que se creó la campaña',
  orders_refused: 'Retell rechazó todas las últimas órdenes de llamar',
  circuit_breaker: 'demasiadas llamadas terminaron por fallas técnicas',
  person: null,
  restored:
    'los datos vienen de una copia de seguridad, y quienes fueron llamados después de hacerla figuran como pendientes',
  no_admin: 'el workspace se quedó sin administradores',
} satisfies Record<CampaignPauseReason, string | null>;

const retried = {
  no_answer: 'no contestaron',
  busy: 'su número estaba ocupado',
  voicemail: 'atendió un contestador',
  error: 'la llamada falló por un problema técnico',
  concurrency: 'Retell no tenía líneas libres',
  account: 'la cuenta no podía llamar',
} satisfies Record<RetryableOutcome | AttemptOutcomeWithoutCall, string>;

/** Text 'Detalle: «…»' with another system's error message, appended to a log sentence; '' if there is no message. */
const quoted = (message: string | null) => (message ? ` Detalle: «${message}».` : '');

type Sentence<K extends CampaignLogKind> = (
  details: CampaignLogDetailsByKind[K],
  write: CampaignLogFormatters,
) => string;

function paused(
  { reason, message, failed, calls: all }: CampaignLogDetailsByKind['paused'],
  write: CampaignLogFormatters,
): string {
  if (reason === 'circuit_breaker' && failed !== null && all !== null) {
    return `Campaña pausada: ${write.count(failed)} de las últimas ${write.count(all)} llamadas terminaron por fallas técnicas.`;
  }
  const cause = findLabelEntry(pauses, reason);
  return cause == null ? 'Campaña pausada.' : `Campaña pausada: ${cause}.${quoted(message)}`;
}

function left(count: number, write: CampaignLogFormatters): string {
  if (count === 0) return ' No quedaba nadie por llamar.';
  return count === 1
    ? ' Quedó 1 destinatario sin llamar.'
    : ` Quedaron ${write.count(count)} destinatarios sin llamar.`;
}

function withoutDropped(
  { duplicates, rejected }: CampaignLogDetailsByKind['created'],
  write: CampaignLogFormatters,
): string {
  const dropped = [
    duplicates === 0 ? '' : formatCountWithNoun(write.count(duplicates), 'duplicado', 'duplicados'),
    rejected === 0 ? '' : formatCountWithNoun(write.count(rejected), 'fila omitida', 'filas omitidas'),
  ].filter(Boolean);
  return dropped.length > 0 ? `, sin contar ${dropped.join(' ni ')}` : '';
}

function stopped({ left: count, live }: CampaignLogDetailsByKind['stopped'], write: CampaignLogFormatters): string {
  return `Campaña detenida.${left(count, write)}${live > 0 ? ` Había ${calls(write.count(live))} en curso.` : ''}`;
}

function hangUp({ calls: count, failed }: CampaignLogDetailsByKind['hang_up'], write: CampaignLogFormatters): string {
  const done =
    count === 0
      ? []
      : [
          count === 1
            ? 'Se cortó 1 llamada en curso, como se pidió.'
            : `Se cortaron ${write.count(count)} llamadas en curso, como se pidió.`,
        ];
  const missed =
    failed === 0 ? [] : [`No se ${failed === 1 ? 'pudo' : 'pudieron'} cortar ${calls(write.count(failed))}.`];
  return [...done, ...missed].join(' ') || 'No había llamadas en curso para cortar.';
}

function noLines(
  { limit, inUse, reserved, reservedBy }: CampaignLogDetailsByKind['no_lines'],
  write: CampaignLogFormatters,
): string {
  const by = reservedBy === 'provider' ? ' por la cuenta de Retell para llamadas entrantes' : '';
  const kept = reserved === 0 ? '' : ` y ${write.count(reserved)} ${reserved === 1 ? 'reservada' : 'reservadas'}${by}`;
  return `Sin líneas libres: ${write.count(inUse)} de ${write.count(limit)} en uso${kept}. Sigue cuando se libere una.`;
}

function refused({ count, reason }: CampaignLogDetailsByKind['refused'], write: CampaignLogFormatters): string {
  return `Retell rechazó ${calls(write.count(count))} y no se ${count === 1 ? 'repite' : 'repiten'}: «${reason}».`;
}

function retry({ count, outcome, from }: CampaignLogDetailsByKind['retry'], write: CampaignLogFormatters): string {
  const verb = count === 1 ? 'tendrá' : 'tendrán';
  return `${recipients(write.count(count))} ${verb} otro intento, desde el ${write.dateTime(from)}: ${findLabelEntry(retried, outcome) ?? 'por un motivo desconocido'}.`;
}

function callback({ count, from }: CampaignLogDetailsByKind['callback'], write: CampaignLogFormatters): string {
  return count === 1
    ? `1 destinatario pidió que lo vuelvan a llamar, desde el ${write.dateTime(from)}.`
    : `${write.count(count)} destinatarios pidieron que los vuelvan a llamar, desde el ${write.dateTime(from)}.`;
}

function unconfirmed({ count }: CampaignLogDetailsByKind['unconfirmed'], write: CampaignLogFormatters): string {
  const repeated = count === 1 ? 'No se repite sola.' : 'No se repiten solas.';
  return `${calls(write.count(count))} sin confirmar: no se puede saber si Retell llegó a llamar. ${repeated}`;
}

function skipped({ count }: CampaignLogDetailsByKind['skipped'], write: CampaignLogFormatters): string {
  return count === 1
    ? '1 destinatario omitido: su número está en la lista No Llamar.'
    : `${write.count(count)} destinatarios omitidos: sus números están en la lista No Llamar.`;
}

function waiting({ reason, until }: CampaignLogDetailsByKind['waiting'], write: CampaignLogFormatters): string {
  const cause = findLabelEntry(waits, reason) ?? 'por un motivo desconocido';
  if (reason === 'open') return `En espera: ${cause}.`;
  return `En espera: ${cause}. ${until === null ? 'No hay fecha para seguir.' : `Sigue el ${write.dateTime(until)}.`}`;
}

const sentences: { readonly [K in CampaignLogKind]: Sentence<K> } = {
  created: (details, write) =>
    `Campaña creada con ${recipients(write.count(details.recipients))}${withoutDropped(details, write)}.`,
  recipients_added: (details, write) =>
    `Se ${details.recipients === 1 ? 'agregó' : 'agregaron'} ${recipients(write.count(details.recipients))}${withoutDropped(details, write)}.`,
  changed: ({ field, to }) =>
    findLabelEntry(campaignOptionLabels, field)?.changed(to) ?? 'Cambió una opción de la campaña.',
  number_set_aside: ({ number, percent, others }, write) =>
    `Se apartó el número ${number}: en los últimos 7 días atendieron ${write.percent(percent)} de sus llamadas y ${write.percent(others)} de las de los otros números.`,
  number_taken_back: ({ number }) => `Vuelve a usarse el número ${number}.`,
  rule_exempt: () =>
    'Chile exige números 600 u 809 a las campañas nuevas. Esta se creó antes y sigue llamando desde los suyos.',
  started: () => 'Empezó a llamar.',
  waiting,
  wait_over: () => 'Terminó la espera: vuelve a llamar.',
  paused,
  resumed: () => 'Campaña reanudada.',
  stopped,
  deleted: ({ left: count }, write) => `Campaña eliminada.${left(count, write)}`,
  hang_up: hangUp,
  rate_limited: ({ seconds }) => `Retell pidió esperar: ${formatDurationInWords(seconds)} sin llamadas nuevas.`,
  provider_unavailable: ({ message }) =>
    `Retell no responde. Se vuelve a intentar sin perder a nadie.${quoted(message)}`,
  no_lines: noLines,
  taken_over: () => 'Otro servidor continúa con la campaña.',
  skipped,
  same_person: ({ count }, write) =>
    count === 1
      ? '1 destinatario omitido: es la misma persona que otra fila.'
      : `${write.count(count)} destinatarios omitidos: son las mismas personas que otras filas.`,
  retry_expired: ({ count }, write) =>
    count === 1
      ? '1 reintento vencido: pasaron los días de la campaña desde la primera llamada.'
      : `${write.count(count)} reintentos vencidos: pasaron los días de la campaña desde la primera llamada.`,
  refused,
  retry,
  callback,
  callback_set: ({ at }, write) => `Se acordó volver a llamar a 1 destinatario el ${write.dateTime(at)}.`,
  callback_cancelled: ({ at }, write) =>
    `Ya no se vuelve a llamar al destinatario que esperaba una llamada el ${write.dateTime(at)}.`,
  unconfirmed,
  check_declined: ({ count }, write) =>
    count === 1
      ? 'No se llamó a 1 destinatario: lo indicó la consulta.'
      : `No se llamó a ${write.count(count)} destinatarios: lo indicó la consulta.`,
  check_failed: ({ count, message }, write) =>
    `${recipients(write.count(count))} para más tarde: la consulta no confirmó que se ${count === 1 ? 'lo' : 'los'} pueda llamar.${quoted(message)}`,
  sent: () => 'Se llamó a todos. Faltan resultados de las últimas llamadas.',
  completed: () => 'Campaña completada: llegaron todos los resultados.',
};

/** Returns the Spanish sentence for a campaign log entry. `details` must have the fields of that kind of entry. */
export function describeCampaignLogEntry(
  { kind, details }: Pick<CampaignLogEntry, 'kind' | 'details'>,
  write: CampaignLogFormatters,
): string {
  const sentence = findLabelEntry(sentences, kind) as
    | ((details: unknown, write: CampaignLogFormatters) => string)
    | undefined;
  return sentence?.(details, write) ?? 'Suceso que esta versión de la consola no conoce.';
}
