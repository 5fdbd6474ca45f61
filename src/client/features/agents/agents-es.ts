/** Texts of the agents screen. */
import type { AgentWebhookConnectOutcome, AgentEventDestination } from '../../../contract/agent-events.ts';

export const agentsScreenLabels = {
  title: 'Agentes de IA',
  figures: 'Resumen de agentes',
  total: 'Total de Agentes',
  published: 'Publicados',
  drafts: 'Borradores',
  languages: 'Idiomas',
  totalHelp: 'Agentes de la cuenta de Retell de este workspace.',
  publishedHelp: 'Agentes con una versión publicada.',
  draftsHelp: 'Agentes que todavía no tienen una versión publicada.',
  languagesHelp: 'Idiomas distintos que hablan los agentes, cada uno contado una vez.',
  search: 'Buscar por nombre o ID',
  status: 'Estado',
  statusOptions: { all: 'Todos', published: 'Publicados', draft: 'Borradores' },
  statusNames: { published: 'Publicado', draft: 'Borrador' },
  /** Reasons why a property of an agent is shown as 'Sin datos'. */
  unknown: {
    status: 'Retell no informó si el agente está publicado.',
    voice: 'Retell no informó la voz del agente.',
    language: 'Retell no informó el idioma del agente.',
    configuration: 'Retell no informó la velocidad de la voz ni la capacidad de respuesta del agente.',
    events: 'Retell no informó adónde van los eventos del agente.',
    modified: 'Retell no informó cuándo se modificó el agente.',
    detail: 'Retell no informó este dato del agente.',
  },
  table: 'Agentes',
  columns: {
    agent: 'Agente',
    status: 'Estado',
    voice: 'Voz',
    language: 'Idioma',
    configuration: 'Configuración',
    events: 'Eventos',
    modified: 'Última Modificación',
    actions: 'Acciones',
  },
  view: 'Ver detalles',
  backchannel: 'BC',
  backchannelHelp: 'Backchannel activado: el agente asiente mientras la persona habla.',
  loading: 'Cargando agentes...',
  empty: 'No se encontraron agentes',
  emptyFiltered: 'Prueba ajustar los filtros de búsqueda',
  emptyAccount: 'Configura agentes en tu dashboard de Retell.AI',
  clear: 'Limpiar filtros',
  failed: 'Error al cargar los agentes.',
  failedByKey: 'Error al cargar los agentes. Verifica que la API key de Retell.AI esté configurada correctamente.',
  asOf: (when: string) => `Datos de Retell del ${when}`,
  refreshing: (when: string) => `Datos de Retell del ${when}. Actualizando…`,
  stale: (when: string) => `No se pudo consultar a Retell. Se muestran los datos del ${when}.`,
  details: {
    title: 'Detalles del Agente',
    tabs: { general: 'General', voice: 'Voz', behaviour: 'Comportamiento', technical: 'Técnico' },
    id: 'ID del agente',
    version: 'Versión',
    versionAhead: (version: number, live: number) => `v${version}, la más nueva. Las llamadas usan la v${live}.`,
    status: 'Estado',
    language: 'Idioma',
    voiceId: 'ID de voz',
    voiceModel: 'Modelo de voz',
    temperature: 'Temperatura',
    speed: 'Velocidad',
    ambientSound: 'Sonido ambiente',
    responsiveness: 'Capacidad de respuesta',
    interruption: 'Sensibilidad a interrupciones',
    backchannel: 'Backchannel',
    engine: 'Motor de respuesta',
    events: 'Eventos',
    webhook: 'URL del webhook',
    modified: 'Última modificación',
    yes: 'Sí',
    no: 'No',
  },
} as const;

export const agentWebhookTargetLabels = {
  here: 'Aquí',
  elsewhere: 'A otra dirección',
  account: 'A la cuenta',
  unknown: 'Sin datos',
} satisfies Record<AgentEventDestination, string>;

export const agentWebhookTargetHelp = {
  here: 'Sus eventos llegan a este workspace.',
  elsewhere: 'El agente tiene una dirección propia: sus eventos no llegan a este workspace.',
  account: 'El agente no tiene una dirección propia: sus eventos van a la de la cuenta, que Retell no informa.',
} satisfies Record<Exclude<AgentEventDestination, 'unknown'>, string>;

export const connectAgentWebhooksLabels = {
  open: 'Conectar los agentes',
  elsewhere: (count: string, isOne: boolean) =>
    isOne
      ? 'Un agente envía sus eventos a otra dirección: sus llamadas llegan aquí solo por reconciliación, con minutos de demora.'
      : `${count} agentes envían sus eventos a otra dirección: sus llamadas llegan aquí solo por reconciliación, con minutos de demora.`,
  adminOnly: 'Los conecta quien tiene el rol Administrador.',
  title: 'Conectar los agentes',
  text: 'Los eventos de los agentes elegidos llegan a este workspace y dejan de ir adonde van ahora. En Retell se publica una versión de cada agente que solo cambia la dirección.',
  failed: 'No se pudo leer adónde van los eventos de los agentes.',
  allHere: 'Los eventos de todos los agentes llegan aquí.',
  choose: 'Agentes por conectar',
  all: 'Todos',
  now: 'Sus eventos van a',
  account: 'la dirección de la cuenta, que Retell no informa',
  fixed: (phoneNumber: string, version: string) =>
    `El número ${phoneNumber} usa la versión ${version}: sus llamadas siguen con la dirección de esa versión hasta que elijas la nueva en el panel de Retell.`,
  submit: (count: string) => `Conectar (${count})`,
  submitting: 'Conectando...',
  connected: 'Conectados desde aquí',
  putBack: 'Devolver',
  putBackOf: (name: string) => `Devolver los eventos de ${name}`,
  putBackTitle: '¿Devolver los eventos?',
  putBackText: (name: string, where: string) =>
    `Los eventos de ${name} vuelven a ir a ${where} y dejan de llegar aquí.`,
  wentTo: (where: string) => `Antes iban a ${where}`,
  toAccount: 'la dirección de la cuenta',
  putBackDone: 'Sus eventos van de nuevo adonde iban.',
  actFailed: 'No se pudo completar. Lo ya hecho no se repite al volver a intentarlo.',
} as const;

export const agentWebhookConnectOutcomeLabels = {
  done: 'Conectado: sus eventos llegan aquí.',
  unchanged: 'Ya estaba así.',
  changed: 'Su dirección cambió mientras tanto. Revísala y vuelve a intentarlo.',
  draft_has_changes:
    'Su versión más nueva tiene cambios que las llamadas no usan. Publícalos o descártalos en el panel de Retell y vuelve a intentarlo.',
  nothing_kept: 'No hay una dirección anterior guardada.',
  not_allowed: 'La API Key no tiene permiso para cambiar agentes. Dáselo en el panel de Retell o usa otra.',
  key_rejected: 'Retell rechazó la API Key.',
  rate_limited: 'Retell pidió esperar. Vuelve a intentarlo en unos minutos.',
  gone: 'Retell ya no tiene este agente.',
  refused: 'Retell rechazó el cambio.',
  unavailable: 'Retell no respondió. Vuelve a intentarlo: lo ya hecho no se repite.',
  busy: 'Alguien más lo está cambiando.',
} satisfies Record<AgentWebhookConnectOutcome, string>;
