/** Spanish texts for all codes of the server that users see. The build fails if one is missing. */
import type { CallDirection, CallResult, CallStatus, CallSentiment } from '../contract/calls.ts';
import type { CampaignStatus } from '../contract/campaigns.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { formatCountWithNoun } from './counted.ts';

export const apiErrorMessages = {
  invalid_input: 'Revisa los datos ingresados.',
  invalid_credentials: 'Credenciales inválidas',
  too_many_attempts: 'Demasiados intentos fallidos. Intenta de nuevo en unos minutos.',
  not_signed_in: 'Tu sesión terminó. Inicia sesión de nuevo.',
  invalid_token: 'El token no existe, venció o no vale desde esta dirección.',
  forbidden: 'No tienes permisos para hacer esto.',
  forbidden_origin: 'La solicitud no viene de esta aplicación.',
  not_found: 'No existe o no tienes acceso.',
  no_workspace: 'Sin acceso a ningún workspace',
  workspace_mismatch: 'Esta pestaña muestra otro workspace. Recárgala para continuar.',
  stale_version: 'Alguien guardó cambios antes. Recarga y vuelve a intentarlo.',
  conflict: 'La operación choca con un cambio anterior.',
  invalid_transition: 'La campaña ya no admite ese cambio.',
  call_over: 'La llamada ya terminó.',
  call_open: 'La llamada sigue en curso. Espera a que termine, o córtala.',
  listening_off: 'Tu rol no escucha llamadas en este workspace.',
  listening_unsupported:
    'Las llamadas de esta cuenta de Retell pasan por LiveKit y todavía no se pueden escuchar desde la consola.',
  call_taken_over: 'Otra persona ya tomó esta llamada.',
  live_unreadable: 'Tu rol no lee llamadas en vivo en este workspace.',
  call_erased: 'Los datos de esta llamada fueron eliminados.',
  analysis_limit: 'Esta llamada ya se analizó de nuevo tantas veces como se puede.',
  last_admin: 'Es la última persona con rol Administrador del workspace. Nombra a otra antes.',
  own_account: 'No puedes eliminar ni desactivar tu propia cuenta.',
  wrong_password: 'La contraseña actual no es correcta.',
  wrong_code: 'El código no es correcto o ya se usó.',
  link_over: 'Este enlace ya no sirve: se usó, venció o lo reemplazó otro. Pide uno nuevo.',
  challenge_over: 'Tu sesión no comenzó a tiempo. Inicia sesión de nuevo.',
  second_factor_required: 'El workspace exige un segundo factor: configúralo en tu menú de usuario.',
  key_in_use: 'Esa API Key ya pertenece a otro workspace.',
  key_rejected: 'Retell rechazó la API Key. Verifica que esté completa y activa.',
  provider_unavailable: 'No se pudo consultar a Retell. Intenta de nuevo en unos minutos.',
  delivery_failed: 'El envío falló. Revisa la configuración.',
  agent_undecided: 'El número de origen reparte sus llamadas entre varios agentes. Elige uno.',
  invalid_recipients: 'Hay destinatarios con errores. No se creó la campaña.',
  invalid_signature: 'La firma del evento no es válida.',
  method_not_allowed: 'Esta dirección no admite ese método.',
  unsupported_media_type: 'El cuerpo no es del tipo que se espera: revisa Content-Type.',
  payload_too_large: 'Los datos superan el tamaño permitido.',
  too_many_requests: 'Demasiadas solicitudes. Espera unos segundos.',
  unavailable: 'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.',
  internal: 'Ocurrió un error inesperado. Si se repite, avisa con el código de la solicitud.',
} satisfies Record<ErrorCode, string>;

export const endpointNotForApiTokensErrorText = 'Esto no se hace con un token: inicia sesión en la consola.';

/** Error text for requests whose `Authorization` header is not 'Bearer' with a token. */
export const bearerTokenExpectedErrorText = 'Envía el token así: Authorization: Bearer vcr_…';

/** Error text for a request body that is no JSON, with the line and column of the first error. */
export const buildBrokenJsonErrorText = (line: number, column: number): string =>
  `El cuerpo no es JSON válido. Revisa la línea ${line}, columna ${column}.`;

/** Error text for too many requests, with the seconds to wait. */
export const buildTooManyRequestsErrorText = (seconds: number): string =>
  `Demasiadas solicitudes. Espera ${formatCountWithNoun(seconds, 'segundo', 'segundos')}.`;

/** Error text for an unexpected failure, with the request's id so that a user can report it. */
export const buildInternalErrorText = (requestId: string): string =>
  `Ocurrió un error inesperado. Si se repite, avisa con el código de la solicitud: ${requestId}.`;

/** Error text for `not_found` that says what is missing. */
export const missingCampaignText = 'La campaña de este filtro no existe o fue eliminada.';

export const campaignStatusLabels = {
  created: 'Creado',
  scheduled: 'Programado',
  in_progress: 'En curso',
  paused: 'Pausado',
  sent: 'Enviado',
  completed: 'Completado',
  failed: 'Fallido',
} satisfies Record<CampaignStatus, string>;

export const callStatusLabels = {
  ended: 'Exitosa',
  in_progress: 'En curso',
  not_connected: 'Fallida',
  failed: 'Fallida',
} satisfies Record<CallStatus, string>;

/** Labels for the result of a call. */
export const callResultLabels = {
  in_progress: 'En curso',
  goal_reached: 'Objetivo cumplido',
  goal_missed: 'Objetivo no cumplido',
  machine: 'Contestador',
  no_conversation: 'Sin conversación',
  failed: 'Falló',
  unjudged: 'Sin analizar',
} satisfies Record<CallResult, string>;

export const callDirectionLabels = {
  inbound: 'Entrante',
  outbound: 'Saliente',
  web_call: 'WebCall',
} satisfies Record<CallDirection, string>;

export const sentimentLabels = {
  Positive: 'Positivo',
  Neutral: 'Neutral',
  Negative: 'Negativo',
  Unknown: 'Desconocido',
} satisfies Record<CallSentiment, string>;
