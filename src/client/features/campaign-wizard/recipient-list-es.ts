/** Texts about a recipient file after it was parsed: errors, suggested corrections and columns. */
import { formatCountWithNoun } from '../../../labels/counted.ts';

export const recipientListLabels = {
  valid: (count: string) => formatCountWithNoun(count, 'destinatario válido', 'destinatarios válidos'),
  sheet: 'Hoja',
  preview: 'Vista previa',
  previewOf: (rows: string, allRows: string, columns: string, allColumns: string) =>
    `${rows} de ${formatCountWithNoun(allRows, 'fila', 'filas')}, ${columns} de ${formatCountWithNoun(allColumns, 'columna', 'columnas')}`,
  previewFiltered: {
    unknown: 'Solo los números que no parecen existir',
    doubtful: 'Solo los nombres dudosos',
  },
  showAll: 'Ver todas las filas',
  show: 'Ver cuáles',
  rowColumn: 'Fila',
  errorsTitle: (count: string) => formatCountWithNoun(count, 'fila con errores', 'filas con errores'),
  problemTitle: 'No se puede usar este archivo',
  columnsMissing: 'Faltan columnas obligatorias',
  atRow: (row: string, message: string) => `Fila ${row}: ${message}`,
  moreErrors: (count: string) => `y ${formatCountWithNoun(count, 'error más', 'errores más')}`,
  duplicates: (count: string) =>
    formatCountWithNoun(
      count,
      'número duplicado encontrado (se procesará solo una vez)',
      'números duplicados encontrados (se procesarán solo una vez)',
    ),
  unknown: (count: string) => formatCountWithNoun(count, 'número no parece existir', 'números no parecen existir'),
  unknownText: (one: boolean) =>
    one ? 'Ningún país tiene un número así. Se llama igual.' : 'Ningún país tiene números así. Se llaman igual.',
  omit: (count: string) => `Omitir ${formatCountWithNoun(count, 'fila con errores', 'filas con errores')}`,
  omitted: (count: string) =>
    formatCountWithNoun(
      count,
      'fila con errores se omite: no se llama y queda registrada.',
      'filas con errores se omiten: no se llaman y quedan registradas.',
    ),
  undoOmit: 'No omitir',
  downloadErrors: 'Descargar filas con errores',
  doubtful: {
    title: (count: string) => formatCountWithNoun(count, 'nombre no parece un nombre', 'nombres no parecen nombres'),
    text: (names: string) => `El agente diría ${names}.`,
    quoted: (name: string) => `«${name}»`,
    more: 'y otros',
    call: (one: boolean) => (one ? 'Llamarlo igual' : 'Llamarlos igual'),
    omit: (count: string) => `Omitir ${count}`,
    called: (one: boolean) => (one ? 'Se llama igual.' : 'Se llaman igual.'),
    omitted: (one: boolean) =>
      one ? 'Se omite: no se llama y queda registrado.' : 'Se omiten: no se llaman y quedan registrados.',
    undo: 'Cambiar',
  },
  suggestions: {
    several: (count: string) =>
      formatCountWithNoun(count, 'celda tiene más de un número:', 'celdas tienen más de un número:'),
    mobile: (count: string) =>
      formatCountWithNoun(
        count,
        'celular está escrito sin el código de país:',
        'celulares están escritos sin el código de país:',
      ),
    local: (count: string) =>
      formatCountWithNoun(
        count,
        'número no lleva código de país, y no dice si es fijo o celular:',
        'números no llevan código de país, y no dicen si son fijos o celulares:',
      ),
    national: (count: string) =>
      formatCountWithNoun(
        count,
        'número está escrito sin el código de país:',
        'números están escritos sin el código de país:',
      ),
    tidied: (count: string) =>
      formatCountWithNoun(count, 'número está escrito de otra forma:', 'números están escritos de otra forma:'),
    respelled: (count: string) =>
      formatCountWithNoun(
        count,
        'número se puede llamar como está, pero hoy se escribe de otra forma:',
        'números se pueden llamar como están, pero hoy se escriben de otra forma:',
      ),
  },
  change: (change: string, count: string) => `${change}: ${count}`,
  /** Buttons that accept a correction of phone numbers in many rows. `code` is the country's calling code with '+'. */
  correct: {
    several: (count: string) => `Usar el primero de ${count}`,
    mobile: (count: string) => `Agregar +54 9 a ${count}`,
    local: (count: string) => `Agregar +54 a ${count} (fijos)`,
    localAsMobile: (count: string) => `Agregar +54 9 a ${count} (celulares)`,
    national: (count: string, code: string) => `Agregar ${code} a ${count}`,
    tidied: (count: string) => `Corregir ${count}`,
    respelled: (count: string) => `Actualizar ${count}`,
  },
  corrected: {
    several: () => 'Se usa el primero.',
    mobile: () => 'Se agregó +54 9.',
    local: () => 'Se agregó +54.',
    localAsMobile: () => 'Se agregó +54 9.',
    national: (code: string) => `Se agregó ${code}.`,
    tidied: () => 'Se usa la forma internacional.',
    respelled: () => 'Se usa la forma de hoy.',
  },
  undoSuggestions: 'Dejarlos como estaban',
  cell: (column: string, row: string) => `${column}, fila ${row}`,
  takeSuggestion: (phone: string) => `Usar ${phone}`,
  previewCorrections: 'Las filas con errores van primero: corrige la celda y pulsa Enter.',
  cellsCorrected: (count: string) => formatCountWithNoun(count, 'celda corregida a mano.', 'celdas corregidas a mano.'),
  undoCells: 'Descartar correcciones',
  errorsFileName: 'filas-con-errores.csv',
  errorsFileColumns: ['fila', 'error'],
} as const;

/** Texts for choosing the phone and name columns of a recipient file. */
export const columnMappingLabels = {
  title: 'Elige las columnas',
  unsaid: 'El encabezado no dice cuáles son. Las demás columnas llegan al agente como variables.',
  text: 'Las demás columnas llegan al agente como variables.',
  phone: 'Columna del teléfono',
  name: 'Columna del nombre',
  choose: 'Elige una columna',
  column: (name: string, sample: string) => (sample === '' ? name : `${name} (${sample})`),
  /** Text of an option for choosing a column. It says in how many rows the column has a phone number. */
  numbersOf: (column: string, numbers: string, rows: string) =>
    `${column} · ${numbers} de ${formatCountWithNoun(rows, 'fila', 'filas')}`,
  fill: (column: string, count: string) => `Completar los vacíos con la columna «${column}» (${count})`,
  fuller: (phone: string, numbers: string, rows: string, other: string, others: string) =>
    `«${phone}» tiene número en ${numbers} de ${formatCountWithNoun(rows, 'fila', 'filas')}, y «${other}» en ${others}.`,
  takeFuller: (column: string) => `Usar «${column}»`,
  headerRow: 'Fila del encabezado',
  headerRowOption: (row: string, text: string) => `${row}: ${text}`,
  noHeader: 'La primera fila es un destinatario, no un encabezado',
  sameColumn: 'El teléfono y el nombre no pueden ser la misma columna.',
  use: 'Usar estas columnas',
  cancel: 'Cancelar',
  chosen: (phone: string, name: string) => `Teléfono: ${phone}. Nombre: ${name}.`,
  filled: (phone: string, other: string) => `${phone}, y donde falta ${other}`,
  change: 'Cambiar columnas',
} as const;

/** Messages about a recipient file and its rows. The first three are verbatim from the specification. */
export const recipientFileMessages = {
  phoneColumnMissing: 'Falta la columna obligatoria: phone_number o phone number',
  nameColumnMissing: 'Falta la columna obligatoria: customer_name, customer name, name o cliente',
  nameMissing: 'Nombre del cliente es obligatorio',
  phoneSuggestion: (phone: string) => `¿Es ${phone}? Corrígelo o acepta la sugerencia.`,
  excelDamage: (value: string) =>
    `Excel dañó este número (${value}): sus últimas cifras se perdieron. Dale formato de texto a la columna y vuelve a cargar el número.`,
  tooManyCells: (cells: string, columns: string) =>
    `La fila tiene ${formatCountWithNoun(cells, 'celda', 'celdas')} y el encabezado ${formatCountWithNoun(columns, 'columna', 'columnas')}`,
  quotesMalformed: 'Las comillas de la fila no cierran donde deberían',
  cellTooLong: (column: string) => `La columna ${column} supera los 5.000 caracteres`,
  noRows: 'El archivo tiene encabezado pero ninguna fila.',
  campaignEmpty: 'No quedó ningún destinatario de esa campaña para volver a llamar.',
  pastedEmpty: 'No hay filas en lo que pegaste: incluye la fila de encabezados.',
  tooManyRecipients: (count: string) =>
    `Hay ${count} destinatarios y el máximo es 10.000. Divide el archivo en varias campañas.`,
  tooManyRows: (count: string, most: string) =>
    `Hay ${count} filas sin errores y el máximo es ${most}, con los números repetidos. Quita los repetidos o divide el archivo.`,
  tooManyRowsAtAll: (count: string) =>
    `Hay ${count} filas y una campaña llama a 10.000 personas como máximo. Divide el archivo en varias campañas.`,
  tooManyErrors: (count: string) =>
    `Hay ${formatCountWithNoun(count, 'fila', 'filas')} con errores: son demasiadas para omitirlas. Revisa el archivo.`,
  exampleLeftOut: 'Se dejó fuera la fila de ejemplo de la plantilla.',
  nameDoubtful: (name: string) => `No parece un nombre: «${name}»`,
  quotesUnclosed: (row: string) => `Hay comillas que se abren en la fila ${row} y no se cierran.`,
  columnTooLong: 'Hay un encabezado de más de 200 caracteres.',
} as const;
