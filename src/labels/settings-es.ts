/** Spanish texts of the settings screen: saving, validation, and the sections regional, webhook and dialling. */
import type { WorkspaceCurrency, DateLocale, WorkspaceTimeZone } from '../contract/regional.ts';
import type { ProviderEventToggles } from '../contract/settings.ts';
import { formatCountWithNoun } from './counted.ts';

export const settingsLabels = {
  title: 'Configuración',
  sections: 'Secciones de configuración',
  loadFailed: 'No se pudo leer la configuración.',
  adminOnly: 'Solo quien tiene el rol Administrador puede cambiarlo.',
} as const;

export const settingsSectionLabels = {
  regional: 'Regional',
  webhook: 'Webhook',
  notificaciones: 'Notificaciones y alertas',
  discado: 'Discado',
  'no-llamar': 'Lista No Llamar',
  'en-vivo': 'En vivo',
  datos: 'Datos personales',
  copc: 'Métricas COPC',
  eventos: 'Eventos salientes',
  ingreso: 'Inicio de sesión único',
  api: 'API',
  auditoria: 'Auditoría',
} as const;

/** Texts for secrets that are shown once. */
export const shownOnceSecretLabels = { copy: 'Copiar', done: 'Listo' } as const;

export const settingsSavingLabels = {
  save: 'Guardar Configuración',
  saving: 'Guardando...',
  discard: 'Descartar',
  changes: (count: number) => formatCountWithNoun(count, 'cambio sin guardar', 'cambios sin guardar'),
  shortChanges: (count: number) => `${count} sin guardar`,
  none: 'Sin cambios',
  thresholdsWait: 'Los umbrales todavía no se guardaron',
  savedTitle: 'Configuración guardada',
  savedText: 'Ya rige para todo el workspace.',
  failed: 'No se pudieron guardar los cambios',
  invalid: 'Revisa los campos marcados.',
  stale: (sections: readonly string[]) =>
    `Otra persona guardó cambios antes en ${sections.map((name) => `«${name}»`).join(', ')}. Vuelve a leer la configuración e inténtalo de nuevo.`,
  savedMeanwhile:
    'Otra persona guardó esta sección mientras la editabas. Rige lo que guardó; lo tuyo sigue aquí, sin guardar.',
  leaveTitle: '¿Salir sin guardar?',
  leaveText: (changes: string) => `Tienes ${changes} en la configuración. Si sales ahora, se pierden.`,
  leave: 'Salir sin guardar',
  yes: 'Sí',
  no: 'No',
  empty: 'Vacío',
  items: (count: number) => formatCountWithNoun(count, 'elemento', 'elementos'),
} as const;

export const validationLabels = {
  number: 'Ingresa un número',
  date: 'Ingresa una fecha',
  positive: 'No puede ser negativo',
  atLeast: (minimum: number) => `Como mínimo ${String(minimum).replace('.', ',')}`,
  atMost: (maximum: number) => `Como máximo ${String(maximum).replace('.', ',')}`,
  tooMany: (maximum: number) => `Como máximo ${maximum}`,
  invalid: 'Dato inválido',
} as const;

export const regionalSettingsLabels = {
  title: 'Configuración Regional',
  text: 'Cómo se escriben fechas, horas, números y costos en todas las pantallas y exportaciones.',
  timeZone: 'Zona horaria',
  timeZoneHint:
    'Los días y las horas de todas las métricas se cortan en esta zona. Al cambiarla, las cifras se recalculan.',
  dateLocale: 'Formato de fecha',
  currency: 'Moneda',
  rateTitle: 'Cotización del dólar',
  rateText:
    'Retell factura en dólares. Con una cotización con fecha, los costos se muestran en la moneda del workspace; sin ella, en US$.',
  rate: (currency: string) => `Un dólar en ${currency}`,
  rateHint: 'Vacío o 0: sin cotización.',
  rateDate: 'Fecha de la cotización',
  rateNotNeeded: 'La moneda es el dólar: los costos se muestran como llegan de Retell.',
  rateCleared: 'Al cambiar la moneda, la cotización anterior deja de valer.',
  example: 'Así se verá',
  exampleDate: 'Fecha',
  exampleTime: 'Hora',
  exampleNumber: 'Número',
  exampleCost: 'Costo de una llamada',
} as const;

export const timeZoneLabels = {
  'America/Argentina/Buenos_Aires': 'Argentina (Buenos Aires)',
  'America/Sao_Paulo': 'Brasil (São Paulo)',
  'America/Santiago': 'Chile (Santiago)',
  'America/Bogota': 'Colombia (Bogotá)',
  'America/Mexico_City': 'México (Ciudad de México)',
  UTC: 'UTC',
} satisfies Record<WorkspaceTimeZone, string>;

export const dateLocaleLabels = {
  'es-AR': 'Español (Argentina)',
  'es-ES': 'Español (España)',
  'pt-BR': 'Portugués (Brasil)',
  'en-US': 'Inglés (EE. UU.)',
} satisfies Record<DateLocale, string>;

export const currencyLabels = {
  ARS: 'Peso argentino (ARS)',
  BRL: 'Real brasileño (BRL)',
  USD: 'Dólar estadounidense (USD)',
  EUR: 'Euro (EUR)',
} satisfies Record<WorkspaceCurrency, string>;

export const providerWebhookSettingsLabels = {
  title: 'Webhook de Retell',
  text: 'Retell avisa en esta dirección cada llamada que empieza, termina y queda analizada. Cópiala en la configuración de tu cuenta o de cada agente en Retell.',
  url: 'URL del webhook',
  copy: 'Copiar',
  copied: 'URL copiada',
  urlFailed: 'No se pudo leer la URL del webhook.',
  rotate: 'Reemplazar dirección',
  rotateHint: 'Úsalo si la dirección pudo llegar a manos ajenas.',
  rotateTitle: '¿Reemplazar la dirección del webhook?',
  rotateText:
    'La dirección actual deja de funcionar en el acto: hasta que copies la nueva en Retell y conectes de nuevo los agentes, las llamadas solo llegarán por la reconciliación, con minutos de demora.',
  rotateConfirm: 'Reemplazar',
  rotated: 'Dirección reemplazada',
  rotatedText: 'Cópiala ahora en Retell: la anterior ya no funciona.',
  rotateFailed: 'No se pudo reemplazar la dirección.',
  status: 'Estado de la conexión',
  statusFailed: 'No se pudo leer el estado del webhook.',
  states: {
    connected: 'Conectado',
    waiting: 'Esperando el primer evento',
    silent: 'Sin eventos desde hace más de un día',
  },
  stateTexts: {
    connected: 'Llegó al menos un evento en el último día.',
    waiting: 'Todavía no llegó ningún evento. Copia la URL en Retell y haz una llamada de prueba.',
    silent: 'Si hubo llamadas, revisa que la URL en Retell sea la de arriba.',
  },
  lastEvent: 'Último evento recibido',
  lastFailure: 'Último evento rechazado',
  missed: 'Llamadas sin aviso',
  missedHint: 'Llamadas cuyo final no trajo el webhook, sino la reconciliación.',
  lastMissed: 'Última sin aviso',
  missedBy: (agents: string) => `Estas llamadas llegaron solo por reconciliación: ${agents}.`,
  missedAgent: (name: string, calls: string) => `${name} (${calls})`,
  connect: 'Conectar los agentes',
  connectHint: 'Un agente con dirección propia no avisa a la de la cuenta.',
  never: 'Nunca',
  events: 'Tipos de evento',
  eventsText:
    'Un evento apagado se acepta y no se aplica. La reconciliación trae igual la llamada terminada, unos minutos después.',
} as const;

export const providerEventToggleLabels = {
  call_started: {
    name: 'Llamada iniciada (call_started)',
    off: 'Apagado: una llamada no se ve en curso hasta que termina.',
  },
  call_ended: {
    name: 'Llamada terminada (call_ended)',
    off: 'Apagado: duración y resultado llegan con minutos de demora.',
  },
  call_analyzed: {
    name: 'Llamada analizada (call_analyzed)',
    off: 'Apagado: resumen, sentimiento y éxito llegan con minutos de demora.',
  },
} satisfies Record<keyof ProviderEventToggles, { name: string; off: string }>;

export const dialingSettingsLabels = {
  paceTitle: 'Ritmo de discado',
  paceText: 'Nunca se supera la concurrencia libre que informa Retell.',
  callsPerSecond: 'Llamadas por segundo',
  callsPerSecondHint: 'De 0,1 a 200.',
  reservedLines: 'Líneas reservadas',
  reservedLinesHint: 'Quedan libres para llamadas entrantes. Si la cuenta de Retell reserva más, valen las suyas.',
  callsPerNumber: 'Llamadas por número y día',
  callsPerNumberHint:
    'Tope de llamadas de campañas desde un mismo número de origen. Con todos sus números en el tope, la campaña espera a mañana. 0: sin tope.',
  windowTitle: 'Horario de llamadas',
  windowText:
    'Fuera de este horario las campañas esperan y dicen hasta cuándo. Se lee en el lugar de cada persona (columna zona, o su número); si no se sabe, en la zona horaria del workspace.',
  enabled: 'Respetar el horario',
  enabledHint: 'Apagado: se llama a cualquier hora y cualquier día, salvo lo que digan las reglas por país.',
  days: 'Días',
  noDays: 'Sin días elegidos no se llama nunca.',
  from: 'Desde',
  to: 'Hasta',
  toHint: '00:00 es el fin del día.',
  holidays: 'Feriados',
  holidaysText: 'En estas fechas no se llama.',
  holidayDate: 'Fecha del feriado',
  addHoliday: 'Agregar fecha',
  addArgentina: (years: string) => `Agregar feriados de Argentina ${years}`,
  argentinaHint:
    'Según la ley 27.399. Los puentes y los traslados desde fines de semana se decretan cada año: agrégalos a mano.',
  noHolidays: 'Todavía no hay feriados.',
  removeHoliday: (date: string) => `Quitar ${date}`,
  removePast: (count: number) => `Quitar ${formatCountWithNoun(count, 'pasado', 'pasados')}`,
  attemptsTitle: 'Intentos por día',
  attempts: 'Intentos a un mismo número por día',
  attemptsHint: 'Cuenta todas las campañas del workspace. De 1 a 50.',
} as const;

export const argentineHolidayLabels = {
  newYear: 'Año Nuevo',
  carnival: 'Carnaval',
  memory: 'Día de la Memoria',
  malvinas: 'Día del Veterano y de los Caídos en Malvinas',
  goodFriday: 'Viernes Santo',
  labour: 'Día del Trabajador',
  mayRevolution: 'Revolución de Mayo',
  guemes: 'Paso a la Inmortalidad de Güemes',
  belgrano: 'Paso a la Inmortalidad de Belgrano',
  independence: 'Día de la Independencia',
  sanMartin: 'Paso a la Inmortalidad de San Martín',
  diversity: 'Día del Respeto a la Diversidad Cultural',
  sovereignty: 'Día de la Soberanía Nacional',
  immaculate: 'Inmaculada Concepción de María',
  christmas: 'Navidad',
} as const;
export type ArgentineHolidayName = keyof typeof argentineHolidayLabels;
