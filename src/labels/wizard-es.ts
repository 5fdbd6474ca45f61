/**
 * Spanish texts of the campaign wizard that are needed before recipients are loaded. Texts about loaded recipients are
 * in recipient-list-es.ts.
 */
import { formatCountWithNoun } from './counted.ts';

export const campaignWizardLabels = {
  title: 'Crear Nueva Campaña',
  previous: 'Anterior',
  next: 'Siguiente',
  stepOf: (step: number, steps: number) => `Paso ${step} de ${steps}`,
  progress: 'Progreso de la campaña',
  steps: ['Datos de Campaña', 'Destinatarios', 'Programación'],
  submitNow: 'Enviar Ahora',
  submitScheduled: 'Programar Campaña',
  submitting: 'Procesando...',
  created: 'Campaña creada exitosamente',
  createFailedTitle: 'Error al crear campaña',
  createFailedText: 'Ocurrió un error inesperado al crear la campaña',
  madeBefore: 'Un envío anterior de este borrador ya creó la campaña, con los datos que tenía entonces.',
  seeHistory: 'Ver en el Histórico',
  createAnother: 'Crear otra campaña con estos datos',
} as const;

/** Reasons why the wizard's button to continue or send is disabled. */
export const missingWizardInputLabels = {
  details: (names: string) => `Falta completar: ${names}.`,
  name: 'nombre de la campaña',
  successDefinition: 'definición de éxito',
  phoneNumber: 'número de origen',
  agent: 'agente',
  version: 'versión del agente',
  list: 'Falta cargar los destinatarios.',
  problems: 'Falta corregir la lista de destinatarios.',
  valid: 'No hay ningún destinatario válido.',
  errors: 'Falta omitir o corregir las filas con errores.',
  names: 'Falta decidir qué hacer con los nombres dudosos.',
  schedule: 'Falta elegir la fecha y la hora.',
} as const;

/** Texts about the draft of a campaign, which the browser stores. */
export const campaignDraftLabels = {
  restored: (moment: string) => `Recuperamos tu borrador del ${moment}.`,
  lostList: 'Los destinatarios no se pudieron recuperar: vuelve a cargarlos.',
  interrupted:
    'El envío se interrumpió y no sabemos si la campaña se creó. Envíala de nuevo: si ya existe, no se crea otra.',
  kept: 'Borrador guardado en este navegador',
  keeping: 'Guardando el borrador...',
  notKept: 'Este navegador no puede guardar el borrador: si cierras la página se pierde.',
  startAgain: 'Empezar de nuevo',
  startAgainTitle: '¿Empezar de nuevo?',
  startAgainText: 'Se descartan los datos y los destinatarios de este borrador.',
  leaveTitle: '¿Salir sin enviar?',
  leaveText: 'Este navegador no pudo guardar el borrador: los datos y los destinatarios se pierden.',
  leave: 'Salir y perder el borrador',
  opening: 'Abriendo el borrador',
} as const;

/** Texts of the campaign wizard when it is prefilled from another campaign. */
export const copiedCampaignWizardLabels = {
  listName: (name: string) => `Destinatarios de ${name}`,
  all: (name: string) => `Con los datos y los destinatarios de «${name}».`,
  uncontacted: (name: string) => `Con los destinatarios de «${name}» que no se contactaron.`,
  unconfirmed: (count: string, one: boolean) =>
    one
      ? 'Quedó afuera 1 sin confirmar: no se sabe si se lo llamó.'
      : `Quedaron afuera ${count} sin confirmar: no se sabe si se los llamó.`,
  doNotCall: (count: string, one: boolean) =>
    one ? 'Quedó afuera 1 que está en No Llamar.' : `Quedaron afuera ${count} que están en No Llamar.`,
  erased: (count: string, one: boolean) =>
    one ? 'Quedó afuera 1 cuyos datos se eliminaron.' : `Quedaron afuera ${count} cuyos datos se eliminaron.`,
  failedTitle: 'No se pudo duplicar la campaña.',
  undecidedTitle: 'Tienes un borrador sin enviar',
  undecidedText: (name: string, moment: string) =>
    `«${name}», del ${moment}. Puedes seguir con él, o descartarlo y abrir la campaña que elegiste.`,
  unnamed: 'Sin nombre',
  resume: 'Seguir con el borrador',
  discard: 'Descartar y abrir la campaña',
} as const;

export const wizardDetailsStepLabels = {
  text: 'Con qué nombre se reconoce, qué cuenta como éxito y desde dónde se llama.',
  name: 'Nombre de la campaña',
  namePlaceholder: 'Renovación noviembre',
  successDefinition: 'Definición de éxito',
  successDefinitionHelp: 'Con tus palabras. El análisis de cada llamada la usa para decidir si se logró el objetivo.',
  successDefinitionPlaceholder: 'El cliente acepta renovar el servicio o pide que lo contacte un asesor.',
  phoneNumber: 'Número de origen',
  choosePhoneNumber: 'Elige un número',
  addNumber: 'Agregar número',
  otherNumber: (place: number) => `Número de origen ${place}`,
  removeNumber: (number: string) => `Quitar el número ${number}`,
  severalNumbers:
    'Quien ya habló con un número vuelve a recibir llamadas de ese. A los demás se los llama desde uno de su zona o, si no hay, desde el menos usado del día.',
  noPhoneNumbers: 'La cuenta de Retell de este workspace no tiene números de teléfono.',
  phoneNumbersFailed: 'No se pudieron cargar los números de teléfono.',
  agent: 'Agente',
  chooseAgent: 'Elige un agente',
  agentProposed: 'Es el agente de salida del número elegido. Puedes cambiarlo para esta campaña.',
  agentsDiffer: 'Los números elegidos no tienen el mismo agente y versión: elige uno.',
  agentUndecided: 'El número elegido reparte sus llamadas entre varios agentes o versiones: elige uno.',
  agentMissing: 'El número elegido no tiene un agente de salida: elige uno.',
  agentsFailed: 'No se pudieron cargar los agentes.',
  loading: 'Cargando...',
} as const;

export const wizardRecipientsStepLabels = {
  text: 'Un archivo CSV o Excel (.xlsx), o filas pegadas de una planilla, con phone_number y customer_name. Las demás columnas llegan al agente como variables.',
  chooseFile: 'Elegir archivo',
  drop: 'Arrastra aquí un archivo CSV o Excel (.xlsx)',
  dropHere: 'Suelta el archivo para leerlo',
  limits: 'Hasta 10.000 destinatarios y 50 MB',
  paste: 'Pegar de una planilla',
  pasteShortcut: 'También puedes pegar con Ctrl+V.',
  template: 'Descargar plantilla',
  pasted: 'Datos pegados',
  pastedTitle: 'Datos pegados correctamente',
  pastedText: (rows: string) => formatCountWithNoun(rows, 'fila', 'filas'),
  pasteFailed: 'Error al pegar',
  clipboardUnreadable: 'El navegador no permite leer el portapapeles. Pega con Ctrl+V sobre esta página.',
  clipboardEmpty: 'El portapapeles no tiene texto.',
  reading: (name: string) => `Leyendo ${name}`,
  cancelReading: 'Cancelar lectura',
  remove: 'Quitar',
  rows: (count: string) => formatCountWithNoun(count, 'fila', 'filas'),
} as const;

export const wizardScheduleStepLabels = {
  text: 'Cuándo empiezan las llamadas, y qué hacer con quien no contesta.',
  sendOption: 'Envío',
  now: 'Enviar ahora',
  nowHelp: 'Las llamadas empiezan apenas se crea la campaña.',
  scheduled: 'Programar',
  scheduledHelp: 'Las llamadas empiezan en la fecha y hora elegidas.',
  date: 'Fecha',
  time: 'Hora',
  zone: (zone: string) => `Hora de ${zone}`,
  past: 'Esa fecha y hora ya pasaron.',
} as const;

export const retryRulesLabels = {
  title: 'Reintentos',
  text: 'Intentos además del primero, según cómo terminó el anterior.',
  attempts: (outcome: string) => `Intentos: ${outcome}`,
  delay: (outcome: string) => `Espera: ${outcome}`,
  attemptCount: (count: string) => formatCountWithNoun(count, 'intento', 'intentos'),
  after: (delay: string) => `tras ${delay}`,
  described: (
    outcome: string,
    attempts: string,
    delay: string,
    rule: { otherHour?: boolean | undefined; otherNumber?: boolean | undefined; agentId?: string | undefined },
  ) =>
    `${outcome}: ${attempts}, tras ${delay}${rule.otherHour ? ', a otra hora' : ''}${rule.otherNumber ? ', desde otro número' : ''}${rule.agentId ? ', con otro agente' : ''}`,
  voicemailAgent: 'Agente después de un contestador',
  sameAgent: 'Con el agente de la campaña',
  otherAgent: (name: string) => `Con ${name}`,
  otherHour: { name: 'A otra hora del día', help: 'Al menos 3 horas antes o después de la hora del intento anterior.' },
  otherNumber: {
    name: 'Desde otro número',
    help: 'Con otro número de la campaña que el del intento anterior, mientras quede alguno sin llegar a su tope de hoy.',
  },
  otherOf: (choice: string, outcome: string) => `${choice}: ${outcome}`,
  maxAttempts: 'Llamadas por persona',
  maxDays: 'Desde la primera',
  noLimit: 'Sin límite',
  callCount: (count: string) => `Hasta ${formatCountWithNoun(count, 'llamada', 'llamadas')}`,
  dayCount: (count: string, one: boolean) => (one ? 'Hasta 1 día' : `Hasta ${count} días`),
  none: 'Sin reintentos',
} as const;

export const testCallLabels = {
  title: 'Llamada de prueba',
  text: 'Llama a tu propio teléfono como lo hará la campaña, con los datos del primer destinatario. Puede sonar dos veces: la primera prueba de una cuenta también muestra si Retell llama de nuevo cuando se repite un pedido.',
  number: 'Tu teléfono',
  placeholder: '+5491145678901',
  place: 'Llamarme',
  placing: 'Llamando...',
  suggestion: (phone: string) => `¿Es ${phone}?`,
  accept: (phone: string) => `Usar ${phone}`,
  unknown: 'Ese número no parece existir: ningún país tiene un número así.',
  placed: (phone: string) => `Retell está llamando al ${phone}.`,
  seeCall: 'Ver la llamada',
  failed: 'No se pudo hacer la llamada de prueba.',
} as const;

export const recipientFileFailureTexts = {
  tooLarge: 'El archivo supera los 50 MB.',
  unreadable: 'No se pudo leer el archivo. Si está abierto en otro programa, ciérralo y prueba de nuevo.',
  readerFailed: 'El lector de archivos dejó de responder. Vuelve a cargar el archivo.',
} as const;

export const timeZoneCountryLabels: Readonly<Record<string, string>> = {
  'America/Argentina/Buenos_Aires': 'Argentina',
  'America/Sao_Paulo': 'Brasil',
  'America/Santiago': 'Chile',
  'America/Bogota': 'Colombia',
  'America/Mexico_City': 'México',
  UTC: 'UTC',
};

export const wizardSummaryLabels = {
  title: 'Resumen',
  none: 'Sin completar',
  name: 'Campaña',
  phoneNumber: 'Número de origen',
  phoneNumbers: 'Números de origen',
  agent: 'Agente',
  recipients: 'Destinatarios',
  retries: 'Reintentos',
  sending: 'Envío',
  now: 'Inmediato',
  scheduled: 'Programado',
  cost: 'Costo estimado',
  costHelp: (each: string, basis: string, note: string | null) =>
    [`${each} por destinatario que se llama, ${basis}. El costo real lo informa Retell al terminar cada llamada.`, note]
      .filter(Boolean)
      .join(' '),
  duration: 'Tiempo estimado',
  durationHelp: (pace: string, basis: string) =>
    `A razón de ${formatCountWithNoun(pace, 'destinatario', 'destinatarios')} por minuto, ${basis}.`,
  /** The basis of cost and pace. */
  basis: {
    workspace: (calls: string) =>
      `según tus últimos 30 días (${formatCountWithNoun(calls, 'llamada', 'llamadas')} con costo)`,
    specification: () => 'un valor de referencia hasta que el workspace tenga 50 llamadas con costo en 30 días',
  },
  basisNote: {
    workspace: 'Según tus últimos 30 días',
    specification: 'Con valores de referencia',
  },
} as const;

/** The confirmation before people are called. */
export const launchCampaignLabels = {
  title: (count: string, one: boolean, cost: string | null) =>
    [one ? 'Llamar a 1 persona' : `Llamar a ${count} personas`, cost?.replaceAll(' ', '\u00a0')]
      .filter(Boolean)
      .join(' · '),
  begins: 'Empieza',
  atOnce: 'Ahora',
  window: 'Horario de llamadas',
  anyHour: 'A cualquier hora',
  between: (from: string, to: string) => `De ${from} a ${to}`,
  pace: 'Ritmo',
  perMinute: (count: string) => `${count} por minuto`,
  ends: 'Fin previsto',
  basis: (calls: string) =>
    `Según tus últimos 30 días (${formatCountWithNoun(calls, 'llamada', 'llamadas')} con costo). El fin cuenta los reintentos y las otras campañas en curso; el costo, una llamada por persona.`,
  reference: (figure: string) => `${figure} (de referencia)`,
  after: (wait: string) => `En ${wait}`,
  noBasis:
    'Costo, ritmo y fin son de referencia hasta que el workspace tenga 50 llamadas salientes con costo en 30 días.',
  closed: (moment: string) => `Está fuera del horario de llamadas: empieza el ${moment}.`,
  unusual: {
    day: 'Este workspace casi no llama ese día de la semana.',
    hour: 'Este workspace casi no llama a esa hora.',
  },
  callNow: 'Llamar ahora',
  schedule: 'Programar',
} as const;

/** Texts about recipients of a campaign who are not called, or are called later, with the reasons. */
export const uncalledPeopleLabels = {
  title: 'No se llaman o esperan',
  nobody: 'Nadie se omite ni espera.',
  checking: 'Revisando a quién se puede llamar...',
  failed: 'No se pudo revisar a quién se puede llamar. Puedes enviar igual.',
  withErrors: 'Filas con errores',
  omitted: 'Filas omitidas',
  doubtful: 'Nombres dudosos omitidos',
  duplicates: 'Duplicados',
  duplicatesHelp: 'El mismo número, escrito como sea. Se llama una sola vez.',
  doNotCall: 'En No Llamar',
  doNotCallHelp: 'Están en la lista No Llamar del workspace. No se llaman.',
  dailyLimit: 'Con los intentos de hoy hechos',
  dailyLimitHelp: 'Ya tuvieron hoy todos los intentos que permite la configuración. Esperan hasta mañana.',
  outsideWindow: 'Fuera de horario',
  outsideWindowHelp:
    'No se alcanza a llamarlos antes de que cierre el horario de llamadas de la configuración. Esperan a que abra.',
  opensAt: (moment: string) => `desde ${moment}`,
} as const;
