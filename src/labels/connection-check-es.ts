/**
 * Spanish texts of the connection check: the console's assumptions about the provider, and reasons why an assumption is
 * wrong or could not be checked.
 */
import type { ConnectionCheckVerdict, ProviderAssumptionCheckId } from '../contract/connection-check.ts';

export const providerAssumptionTexts = {
  key: 'La API Key abre una cuenta del proveedor.',
  concurrency: 'La cuenta dice cuántas líneas tiene y cuántas usa.',
  concurrency_burst: 'La cuenta dice si admite llamadas por encima de sus líneas.',
  numbers: 'Los números llegan completos y en formato internacional.',
  numbers_paging: 'La lista de números se lee por páginas, sin repetir ni saltear.',
  number_bindings: 'Cada número está enlazado a un solo agente, en una sola versión.',
  agents: 'La lista de agentes llega completa.',
  agents_paging: 'La lista de agentes se lee por páginas, sin repetir ni saltear.',
  agent_details: 'Cada agente llega con los datos que usamos.',
  agent_versions: 'Las versiones de un agente llegan de la más nueva a la más vieja y la publicada se puede pedir.',
  agent_words: 'Los agentes usan solo opciones conocidas.',
  webhook_addresses: 'Los eventos de ningún agente van a una dirección que no es la de esta consola.',
  calls: 'La lista de llamadas llega con los datos que usamos.',
  calls_paging: 'La lista de llamadas se lee por páginas, sin repetir ni saltear.',
  calls_order: 'Las llamadas se ordenan por su inicio, en el orden que se pide.',
  calls_by_time: 'Las llamadas se filtran por inicio y por fin.',
  calls_by_metadata: 'Una llamada se encuentra por sus metadatos, y solo ella.',
  call_kinds: 'La última llamada de cada tipo se puede abrir y es la que se pidió.',
  call_details: 'Cada llamada abierta llega con los datos que usamos.',
  call_statuses: 'Las llamadas tienen solo estados conocidos.',
  call_reasons: 'Las llamadas terminan solo por motivos conocidos.',
  call_words: 'Tipo, dirección, sentimiento y conservación tienen solo valores conocidos.',
  call_times: 'Inicio, fin y duración llegan en milisegundos y concuerdan.',
  said_times: 'Los tiempos de la transcripción llegan en segundos desde el inicio.',
  call_costs: 'Los costos llegan en centavos de dólar y suman lo que dicen sumar.',
  unknown_fields: 'No llegan campos que no conocemos.',
  order_keys: 'Un pedido de llamada repetido con su clave no hace otra llamada.',
} satisfies Record<ProviderAssumptionCheckId, string>;

const list = (names: readonly string[]): string =>
  names.length > 6 ? `${names.slice(0, 6).join(', ')} y otros` : names.join(', ');

/**
 * Reasons that the connection check gives if an assumption about the provider is wrong or could not be checked. The
 * texts must not contain the account's data.
 */
export const connectionCheckReasonTexts = {
  keyRejected: 'El proveedor rechaza la API Key.',
  notProvider: 'Lo que responde en esa dirección no es el proveedor.',
  noKey: 'Sin una API Key válida no se puede saber.',
  notAsked: 'Se agotó el tiempo o el número de consultas de la comprobación.',
  forbidden: (endpoint: string) => `La API Key no tiene permiso para ${endpoint}.`,
  answered: (endpoint: string, status: number) => `${endpoint} respondió ${status}.`,
  silent: (endpoint: string) => `${endpoint} no respondió.`,
  unreadable: (endpoint: string) => `La respuesta de ${endpoint} no se pudo leer.`,
  fields: (missing: readonly string[], mistyped: readonly string[]) =>
    [
      missing.length > 0 ? `Faltan: ${list(missing)}.` : '',
      mistyped.length > 0 ? `De otro tipo: ${list(mistyped)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  words: (words: readonly string[]) => `No conocemos: ${list(words)}.`,
  noNumbers: 'La cuenta no tiene números.',
  noBindings: 'Ningún número está enlazado a un agente.',
  noAgents: 'La cuenta no tiene agentes de voz.',
  noCalls: 'La cuenta no tiene llamadas.',
  tooFew: 'La cuenta tiene muy pocos datos para saberlo.',
  tooFewStarts: 'Las llamadas recientes no tienen inicios distintos.',
  fewerLines: 'Las líneas usadas o reservadas no caben en las que hay.',
  noBurst: 'get-concurrency no dice nada de las líneas por encima del límite.',
  notE164: 'Algún número no está en formato internacional (+54…).',
  manyBound: 'Algún número está enlazado a varios agentes o versiones: cada campaña que lo use pide elegir uno.',
  unknownBound: 'Algún número está enlazado a un agente que no está en la lista.',
  weights: 'El peso de un agente enlazado no está entre 0 y 1.',
  limitIgnored: 'Llegan más elementos que los pedidos.',
  noMore: 'Hay más elementos y has_more no lo dice.',
  noPaginationKey: 'Hay más elementos y falta pagination_key.',
  pagesDisagree: 'La segunda página repite o saltea elementos.',
  versionsOrder: 'Las versiones no llegan de la más nueva a la más vieja.',
  latestPublished: 'latest_published no responde con una versión publicada.',
  neverPublished: 'Ninguno de los agentes que se miraron está publicado.',
  elsewhere: 'Los eventos de algún agente van a otra dirección: se ve y se cambia en Agentes.',
  addressUnknown: 'Algún agente tiene una dirección propia; aquí no se sabe si es la de esta consola.',
  notAllAgents: 'Se miraron solo los primeros agentes.',
  orderDescending: 'Pedidas de la más nueva a la más vieja, no llegan así.',
  orderAscending: 'Pedidas de la más vieja a la más nueva, no llegan así.',
  filterIgnored: (field: string) => `El filtro ${field} deja pasar otras llamadas.`,
  filterLoses: (field: string) => `El filtro ${field} no encuentra una llamada que cumple.`,
  noMetadata: 'Ninguna llamada reciente lleva metadatos por los que buscar.',
  anotherCall: 'get-call respondió otra llamada que la pedida.',
  phoneWithoutEnds: 'A una llamada telefónica le falta direction, from_number o to_number.',
  webWithNumbers: 'Una llamada web trae direction o números.',
  seconds: (field: string) => `${field} parece venir en segundos.`,
  odd: (field: string) => `${field} no es un momento posible.`,
  endsBefore: 'Alguna llamada termina antes de empezar.',
  durationApart: 'duration_ms no concuerda con inicio y fin.',
  noTimes: 'Ninguna llamada reciente trae inicio, fin y duración.',
  saidMilliseconds: 'Las palabras parecen llegar en milisegundos.',
  noWords: 'Ninguna de las llamadas que se abrieron trae palabras con tiempo.',
  dollars: 'combined_cost parece venir en dólares.',
  sumApart: 'combined_cost no es la suma de product_costs.',
  noCosts: 'Ninguna llamada reciente trae costos.',
  keysUntried:
    'No se sabe, o se supo hace más de 90 días: lo muestra una llamada de prueba del asistente de campañas. Mientras tanto, un pedido sin respuesta puede tardar 15 minutos en aclararse.',
  keysIgnored: 'Un pedido repetido hizo otra llamada: los pedidos sin respuesta no se repiten.',
  keysRefused: 'La API de Retell de esta cuenta no acepta idempotency_key: los pedidos sin respuesta no se repiten.',
  keysLost: 'Detrás de un error de Retell hubo una llamada: los pedidos sin respuesta no se repiten.',
} as const;

export const connectionCheckVerdictLabels = {
  holds: 'Se cumple',
  differs: 'Difiere',
  unclear: 'No se puede saber',
} satisfies Record<ConnectionCheckVerdict, string>;

export const connectionCheckLabels = {
  title: 'Comprobar la conexión',
  text: 'Compara la cuenta de Retell con lo que la consola espera de ella.',
  before:
    'Se hacen unas decenas de consultas de solo lectura con la API Key de este workspace. No cambia ni cuesta nada, puede tardar un minuto y queda en el registro de auditoría.',
  start: 'Comprobar',
  again: 'Comprobar de nuevo',
  running: 'Comprobando la conexión...',
  failed: 'No se pudo comprobar la conexión.',
  busy: 'La conexión de este workspace se acaba de comprobar o se está comprobando. Prueba en unos segundos.',
  summary: (holds: string, differs: string, unclear: string) =>
    `${connectionCheckVerdictLabels.holds}: ${holds}. ${connectionCheckVerdictLabels.differs}: ${differs}. ${connectionCheckVerdictLabels.unclear}: ${unclear}.`,
  rows: 'Lo que no se cumple o no se puede saber',
  held: (count: string) => `Ver lo que se cumple (${count})`,
  heldRows: 'Lo que se cumple',
  download: 'Descargar informe',
  reportText:
    'El informe lleva la forma de las respuestas y ningún número, nombre ni texto de la cuenta: se puede adjuntar a un reporte.',
  fileName: 'informe-conexion.json',
} as const;
