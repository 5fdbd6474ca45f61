/** Texts of the new-campaign wizard, and of what its CSV reader has to say. */

export const wizardLabels = {
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
} as const;

export const detailsStepLabels = {
  text: 'Con qué nombre se reconoce, qué cuenta como éxito y desde dónde se llama.',
  name: 'Nombre de la campaña',
  namePlaceholder: 'Renovación noviembre',
  successDefinition: 'Definición de éxito',
  successDefinitionHelp:
    'Con tus palabras. El análisis de cada llamada la usa para decidir si se logró el objetivo.',
  successDefinitionPlaceholder: 'El cliente acepta renovar el servicio o pide que lo contacte un asesor.',
  phoneNumber: 'Número de origen',
  choosePhoneNumber: 'Elige un número',
  noPhoneNumbers: 'La cuenta de Retell de este workspace no tiene números de teléfono.',
  phoneNumbersFailed: 'No se pudieron cargar los números de teléfono.',
  agent: 'Agente',
  chooseAgent: 'Elige un agente',
  agentProposed: 'Es el agente de salida del número elegido. Puedes cambiarlo para esta campaña.',
  agentMissing: 'El número elegido no tiene un agente de salida: elige uno.',
  agentsFailed: 'No se pudieron cargar los agentes.',
  loading: 'Cargando...',
} as const;

export const recipientsStepLabels = {
  text: 'Un archivo CSV o filas pegadas de una planilla, con phone_number y customer_name. Las demás columnas llegan al agente como variables.',
  chooseFile: 'Elegir archivo CSV',
  drop: 'Arrastra un archivo CSV aquí',
  dropHere: 'Suelta el archivo para leerlo',
  limits: 'Hasta 10.000 destinatarios y 50 MB',
  paste: 'Pegar de una planilla',
  pasteShortcut: 'También puedes pegar con Ctrl+V.',
  template: 'Descargar plantilla',
  pasted: 'Datos pegados',
  pastedTitle: 'Datos pegados correctamente',
  pastedText: (rows: string, one: boolean) => (one ? '1 fila' : `${rows} filas`),
  pasteFailed: 'Error al pegar',
  clipboardUnreadable: 'El navegador no permite leer el portapapeles. Pega con Ctrl+V sobre esta página.',
  clipboardEmpty: 'El portapapeles no tiene texto.',
  reading: (name: string) => `Leyendo ${name}`,
  cancelReading: 'Cancelar lectura',
  remove: 'Quitar',
  valid: (count: string, one: boolean) => (one ? `${count} destinatario válido` : `${count} destinatarios válidos`),
  rows: (count: string, one: boolean) => (one ? `${count} fila` : `${count} filas`),
  preview: 'Vista previa',
  previewOf: (rows: string, allRows: string, columns: string, allColumns: string) =>
    `${rows} de ${allRows} filas, ${columns} de ${allColumns} columnas`,
  rowColumn: 'Fila',
  errorsTitle: (count: string, one: boolean) => (one ? '1 fila con errores' : `${count} filas con errores`),
  problemTitle: 'No se puede usar este archivo',
  atRow: (row: string, message: string) => `Fila ${row}: ${message}`,
  moreErrors: (count: string, one: boolean) => (one ? 'y 1 error más' : `y ${count} errores más`),
  duplicates: (count: string, one: boolean) =>
    one
      ? '1 número duplicado encontrado (se procesará solo una vez)'
      : `${count} números duplicados encontrados (se procesarán solo una vez)`,
  omit: (count: string, one: boolean) => (one ? 'Omitir 1 fila con errores' : `Omitir ${count} filas con errores`),
  omitted: (count: string, one: boolean) =>
    one ? '1 fila con errores se omite: no se llama y queda registrada.' : `${count} filas con errores se omiten: no se llaman y quedan registradas.`,
  undoOmit: 'No omitir',
  downloadErrors: 'Descargar filas con errores',
  errorsFileName: 'filas-con-errores.csv',
  errorsFileColumns: ['fila', 'error'],
} as const;

export const scheduleStepLabels = {
  text: 'Cuándo empiezan las llamadas.',
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

/** How people name the zones that settings allow. */
export const zoneNames: Readonly<Record<string, string>> = {
  'America/Argentina/Buenos_Aires': 'Argentina',
  'America/Sao_Paulo': 'Brasil',
  'America/Santiago': 'Chile',
  'America/Bogota': 'Colombia',
  'America/Mexico_City': 'México',
  UTC: 'UTC',
};

export const summaryLabels = {
  title: 'Resumen',
  none: 'Sin completar',
  name: 'Campaña',
  phoneNumber: 'Número de origen',
  agent: 'Agente',
  recipients: 'Destinatarios',
  duplicates: 'Duplicados',
  omitted: 'Filas omitidas',
  withErrors: 'Filas con errores',
  sending: 'Envío',
  now: 'Inmediato',
  scheduled: 'Programado',
  cost: 'Costo estimado',
  costHelp: (each: string, note: string | null) =>
    [`${each} por destinatario válido. El costo real lo informa Retell al terminar cada llamada.`, note].filter(Boolean).join(' '),
  duration: 'Tiempo estimado',
  durationHelp: 'A razón de 10 destinatarios válidos por minuto.',
} as const;

/** What the reader says of rows and files. The first four are the spec's, to the letter. */
export const readerMessages = {
  phoneColumnMissing: 'Falta la columna obligatoria: phone_number o phone number',
  nameColumnMissing: 'Falta la columna obligatoria: customer_name, customer name, name o cliente',
  phoneInvalid: 'Formato de teléfono inválido (debe ser +5434xxxxxxxxx)',
  nameMissing: 'Nombre del cliente es obligatorio',
  phoneSuggestion: (phone: string) => `¿Es ${phone}? Corregilo en el archivo.`,
  excelDamage: (value: string) =>
    `Excel dañó este número (${value}): sus últimas cifras se perdieron. Dale formato de texto a la columna y volvé a cargar el número.`,
  tooManyCells: (cells: string, columns: string) => `La fila tiene ${cells} celdas y el encabezado ${columns} columnas`,
  quotesMalformed: 'Las comillas de la fila no cierran donde deberían',
  cellTooLong: (column: string) => `La columna ${column} supera los 5.000 caracteres`,
  empty: 'El archivo está vacío.',
  noRows: 'El archivo tiene encabezado pero ninguna fila.',
  pastedEmpty: 'No hay filas en lo que pegaste: incluye la fila de encabezados.',
  tooManyRecipients: (count: string) =>
    `Hay ${count} destinatarios y el máximo es 10.000. Dividí el archivo en varias campañas.`,
  tooManyErrors: (count: string) => `Hay ${count} filas con errores: son demasiadas para omitirlas. Revisa el archivo.`,
  quotesUnclosed: (row: string) => `Hay comillas que se abren en la fila ${row} y no se cierran.`,
  columnTooLong: 'Hay un encabezado de más de 200 caracteres.',
  spreadsheet: 'Es una planilla de Excel, no un CSV. Guardala como CSV y volvé a cargarla.',
  tooLarge: 'El archivo supera los 50 MB.',
  unreadable: 'No se pudo leer el archivo. Si está abierto en otro programa, cerralo y probá de nuevo.',
  readerFailed: 'El lector de archivos dejó de responder. Vuelve a cargar el archivo.',
} as const;
