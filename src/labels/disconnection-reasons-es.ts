/**
 * Disconnection reasons explained to users: severity and meaning of all known reasons of the provider (specification B
 * 8, and newer ones). A test compares them with the provider's list.
 */
import { findLabelEntry } from './known.ts';

export const disconnectionReasonSeverityNames = ['success', 'warning', 'error'] as const;
export type DisconnectionReasonSeverity = (typeof disconnectionReasonSeverityNames)[number];

export const disconnectionSeverityLabels = {
  success: 'Normal',
  warning: 'Advertencia',
  error: 'Error',
} satisfies Record<DisconnectionReasonSeverity, string>;

interface ReasonText {
  readonly severity: DisconnectionReasonSeverity;
  /** Short text for the disconnection reason in lists. If missing, lists show the first sentence of `meaning`. */
  readonly label?: string;
  readonly meaning: string;
}

export const disconnectionReasonTexts: Readonly<Record<string, ReasonText>> = {
  user_hangup: { severity: 'success', label: 'Usuario colgó', meaning: 'El cliente colgó. Es un final esperado.' },
  agent_hangup: { severity: 'success', label: 'Agente colgó', meaning: 'El agente de IA colgó. Es un final esperado.' },
  call_transfer: { severity: 'success', meaning: 'El agente transfirió la llamada.' },
  transfer_bridged: { severity: 'success', meaning: 'La transferencia se concretó y el agente salió de la llamada.' },
  call_take_over: { severity: 'success', meaning: 'Una persona tomó la llamada del agente.' },
  user_requested_callback: { severity: 'success', meaning: 'El cliente pidió que lo llamen en otro momento.' },
  voicemail_reached: { severity: 'warning', meaning: 'Atendió un contestador automático.' },
  machine_detected: { severity: 'warning', meaning: 'Se detectó una máquina al atender.' },
  ivr_reached: { severity: 'warning', meaning: 'Atendió un menú automático.' },
  inactivity: { severity: 'warning', meaning: 'La llamada terminó por inactividad prolongada.' },
  max_duration_reached: { severity: 'warning', meaning: 'La llamada llegó a la duración máxima permitida.' },
  dial_busy: { severity: 'warning', label: 'Ocupado', meaning: 'El número estaba ocupado.' },
  dial_no_answer: { severity: 'warning', label: 'Sin respuesta', meaning: 'Nadie atendió la llamada.' },
  user_declined: { severity: 'warning', meaning: 'El cliente rechazó la llamada.' },
  transfer_cancelled: { severity: 'warning', meaning: 'La transferencia se canceló antes de concretarse.' },
  manual_stopped: { severity: 'warning', meaning: 'Una persona detuvo la llamada.' },
  user_requested_dnc: { severity: 'warning', meaning: 'El cliente pidió que no lo llamen más.' },
  dial_failed: { severity: 'error', meaning: 'No se pudo marcar; no hay código de error SIP.' },
  invalid_destination: { severity: 'error', meaning: 'El número de destino no es válido.' },
  telephony_provider_permission_denied: {
    severity: 'error',
    meaning: 'El proveedor de telefonía no autenticó las credenciales SIP.',
  },
  telephony_provider_unavailable: { severity: 'error', meaning: 'El proveedor de telefonía no está disponible.' },
  sip_routing_error: { severity: 'error', meaning: 'Error de ruteo SIP: demasiados saltos o un bucle.' },
  marked_as_spam: { severity: 'error', meaning: 'La llamada fue marcada como spam.' },
  network_blocked: { severity: 'error', meaning: 'La red telefónica bloqueó la llamada.' },
  concurrency_limit_reached: {
    severity: 'error',
    meaning: 'Se alcanzó el límite de llamadas simultáneas. Corresponde reintentar con esperas crecientes.',
  },
  no_concurrency_fallback: {
    severity: 'error',
    meaning: 'No había líneas libres y la llamada se desvió al destino alternativo.',
  },
  no_valid_payment: {
    severity: 'error',
    meaning: 'No hay un medio de pago válido, o el servicio está suspendido por facturas vencidas.',
  },
  credit_exhausted: { severity: 'error', meaning: 'Se agotó el crédito de la cuenta de Retell.AI.' },
  budget_reached: { severity: 'error', meaning: 'Se alcanzó el presupuesto fijado en la cuenta de Retell.AI.' },
  scam_detected: { severity: 'error', meaning: 'El proveedor detectó un posible fraude.' },
  error_llm_websocket_open: { severity: 'error', meaning: 'No se pudo abrir la conexión con el modelo de lenguaje.' },
  error_llm_websocket_lost_connection: {
    severity: 'error',
    meaning: 'Se perdió la conexión con el modelo de lenguaje durante la llamada.',
  },
  error_llm_websocket_runtime: {
    severity: 'error',
    meaning: 'La conexión con el modelo de lenguaje cerró con una señal distinta de 1000.',
  },
  error_llm_websocket_corrupt_payload: {
    severity: 'error',
    meaning: 'El modelo de lenguaje envió datos que no se pudieron leer.',
  },
  error_no_audio_received: { severity: 'error', meaning: 'No se recibió audio.' },
  error_asr: { severity: 'error', meaning: 'Falló el reconocimiento de voz.' },
  error_retell: { severity: 'error', meaning: 'Error interno de Retell.AI.' },
  error_unknown: { severity: 'error', meaning: 'Error desconocido.' },
  error_user_not_joined: {
    severity: 'error',
    meaning: 'El cliente no se unió a la llamada web dentro de los 30 segundos.',
  },
  registered_call_timeout: {
    severity: 'error',
    meaning: 'Pasaron 30 segundos o más desde el registro de la llamada telefónica sin que empezara.',
  },
};

/** Returns severity and meaning of a disconnection reason. An unknown one is a warning that quotes it. */
export function getDisconnectionReasonSeverityAndMeaning(reason: string): ReasonText {
  return (
    findLabelEntry(disconnectionReasonTexts, reason) ?? {
      severity: 'warning',
      meaning: `Razón de desconexión desconocida: ${reason}`,
    }
  );
}

/** Returns the short text of a disconnection reason. Unknown ones give 'nuevo_motivo (desconocida)'. */
export function getDisconnectionReasonLabel(reason: string): string {
  const text = findLabelEntry(disconnectionReasonTexts, reason);
  return text?.label ?? text?.meaning.split(/\.(?:\s|$)/u)[0] ?? `${reason} (desconocida)`;
}

/**
 * Returns the reason why a recipient was not reached, in words. Translates the provider's codes; other texts stay as
 * they are.
 */
export function describeNotReachedReason(reason: string): string {
  return /^[a-z]\w*$/.test(reason) ? getDisconnectionReasonLabel(reason) : reason;
}
