/** Texts of the do-not-call list. */
import type { UploadedDoNotCallList, DoNotCallSource } from '../../../contract/do-not-call.ts';
import { formatCountWithNoun } from '../../../labels/counted.ts';

export const doNotCallSourceLabels = {
  manual: 'Agregado a mano',
  upload: 'Archivo propio',
  registry: 'Registro No Llame',
  analysis: 'Pedido en una llamada',
  provider: 'Marcado en Retell',
  forgotten: 'Persona olvidada',
} satisfies Record<DoNotCallSource, string>;

export const uploadedDoNotCallListKindLabels = {
  upload: 'Lista propia',
  registry: 'Registro Nacional No Llame',
} satisfies Record<UploadedDoNotCallList['kind'], string>;

export const doNotCallLabels = {
  title: 'Números que no se llaman',
  text: 'Ninguna campaña del workspace llama a estos números, se hayan escrito como se hayan escrito.',
  search: 'Buscar número',
  searchPlaceholder: 'Parte del número',
  source: 'Origen',
  allSources: 'Todos los orígenes',
  number: 'Número',
  note: 'Nota',
  addedAt: 'Agregado',
  actions: 'Acciones',
  forgotten: 'Solo su huella',
  system: 'Sistema',
  failed: 'No se pudo leer la lista.',
  empty: 'La lista está vacía',
  emptyText: 'Agrega un número o sube un archivo.',
  noMatch: 'Ningún número coincide',
  noMatchText: 'Prueba con otra parte del número o con otro origen.',
  clearFilters: 'Limpiar filtros',
  addTitle: 'Agregar un número',
  addNumberPlaceholder: '+54 11 5555-1234',
  addNotePlaceholder: 'Por qué',
  optional: '(opcional)',
  add: 'Agregar',
  adding: 'Agregando...',
  added: 'Número agregado',
  addedText: (number: string) => `Las campañas ya no llaman a ${number}.`,
  addFailed: 'No se pudo agregar el número.',
  leaveTitle: '¿Salir sin agregar el número?',
  leaveText: 'Lo que escribiste todavía no está en la lista. Si sales ahora, se pierde.',
  leave: 'Salir sin agregar',
  remove: 'Quitar',
  removeOf: (number: string) => `Quitar ${number}`,
  registryStays: 'Viene del Registro: se quita con su archivo.',
  removeTitle: '¿Quitar de la lista?',
  removeText: (number: string) => `Las campañas podrán volver a llamar a ${number}.`,
  removed: 'Número quitado',
  removeFailed: 'No se pudo quitar el número.',
} as const;

export const uploadedDoNotCallListLabels = {
  title: 'Archivos',
  text: 'Planilla .xlsx, CSV o texto, de hasta 64 MB. Se lee cada columna de números. El del Registro reemplaza al anterior.',
  kind: 'Qué contiene',
  fileDate: 'Fecha del archivo del Registro',
  fileDateMissing: 'La fecha es requerida',
  choose: 'Elegir archivo',
  file: 'Archivo de números',
  tooLarge: 'El archivo supera los 64 MB.',
  uploading: (name: string) => `Subiendo ${name}`,
  reading: (name: string) => `Leyendo los números de ${name}`,
  cancel: 'Cancelar',
  uploadFailed: 'No se pudo subir el archivo.',
  leaveTitle: '¿Salir sin terminar de subir?',
  leaveText: 'El archivo todavía se está subiendo. Si sales ahora, se cancela.',
  leave: 'Salir y cancelar',
  uploaded: (entries: string, name: string) =>
    `${formatCountWithNoun(entries, 'número', 'números')} de ${name} ${entries === '1' ? 'ya está' : 'ya están'} en la lista.`,
  /** Sentence on the columns of an uploaded file that contained numbers, with the count of each. */
  columnsRead: (columns: readonly { readonly name: string; readonly count: string }[]) => {
    const named = columns.map(({ name, count }) => `«${name}» (${count})`);
    const last = named.pop() ?? '';
    return named.length === 0
      ? `Se leyó la columna ${last}.`
      : `Se leyeron las columnas ${named.join(', ')} y ${last}.`;
  },
  rejected: (count: string) =>
    formatCountWithNoun(count, 'línea no tiene un número completo', 'líneas no tienen un número completo'),
  line: 'Línea',
  moreRejected: (count: string) => `y ${count} más`,
  downloadRejected: 'Descargar rechazadas',
  downloadFirst: (count: string) => `Descargar las primeras ${count}`,
  rejectedFile: 'lineas-rechazadas.csv',
  rejectedHeader: 'linea;texto;motivo',
  none: 'Todavía no subiste ningún archivo.',
  failed: 'No se pudieron leer los archivos.',
  entries: (count: string) => formatCountWithNoun(count, 'número', 'números'),
  dated: (date: string) => `del ${date}`,
  uploadedBy: (who: string, when: string) => `Subido por ${who} el ${when}`,
  remove: 'Quitar',
  removeOf: (name: string) => `Quitar ${name}`,
  removeTitle: '¿Quitar el archivo?',
  removeText: (entries: string, name: string) =>
    entries === '1'
      ? `El número de «${name}» deja de estar en la lista, salvo que esté también por otro motivo.`
      : `Los ${entries} números de «${name}» dejan de estar en la lista, salvo los que estén también por otro motivo.`,
  removed: 'Archivo quitado',
  removeFailed: 'No se pudo quitar el archivo.',
  stale: (days: number) =>
    `El archivo del Registro Nacional No Llame tiene ${formatCountWithNoun(days, 'día', 'días')}. Sube uno actualizado: debe renovarse cada 30.`,
} as const;
