/** Texts that several screens share. */

export const noDataText = 'Sin datos';

/** Writes which rows of a list a page shows: '1-20 de 350'. */
export const formatListRange = (from: string, to: string, total: string): string => `${from}-${to} de ${total}`;

/** Names of the grades of a success rate: from 85 %, from 70 %, from 50 %, and below. All screens use them. */
export const successGradeLabels = {
  excellent: 'Excelente',
  good: 'Bueno',
  regular: 'Regular',
  poor: 'Necesita mejora',
} as const;

/** Short definitions under figures. */
export const figureDefinitionTexts = {
  success: 'terminadas o de más de 10 s',
  goal: 'objetivo cumplido según el análisis',
} as const;

export const commonActionLabels = {
  retry: 'Reintentar',
  reload: 'Recargar',
  cancel: 'Cancelar',
  close: 'Cerrar',
  previous: 'Ant.',
  next: 'Sig.',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  page: 'Página',
  pages: 'Páginas',
  more: 'Más acciones',
  actions: 'Acciones',
  moreInformation: 'Más información',
  backToDashboard: 'Volver al Dashboard',
} as const;

export const loadingAndErrorStateLabels = {
  loading: 'Cargando...',
  loadingChart: 'Cargando datos del gráfico...',
  notices: 'Avisos',
  dismissNotice: 'Entendido',
  failedTitle: 'No se pudieron cargar los datos',
  forbiddenTitle: 'Sin permisos para ver esta sección',
  forbiddenText: 'Pide acceso a quien administra el workspace.',
  renderFailedTitle: 'Algo salió mal en esta pantalla',
  windowFailedTitle: 'No se pudo abrir esta ventana',
  renderFailedText: 'Si se repite, recarga la página o avisa a quien administra el sistema.',
  awayTitle: 'Sin conexión',
  awayText: 'Esta parte se abre sola cuando vuelva la conexión.',
  newVersionTitle: 'Hay una versión nueva',
  newVersionText: 'La aplicación se actualizó. Recarga la página para continuar.',
  connectionError: 'Error de conexión. Por favor, intenta nuevamente.',
  unexpectedError: 'Ocurrió un error inesperado.',
  updatingFailed: 'No se pudo actualizar. Se muestran los últimos datos.',
} as const;

export const notFoundLabels = {
  title: '404 Page Not Found',
  text: 'Did you forget to add the page to the router?',
} as const;

export const toastTitles = { error: 'Error' } as const;

export const callLabels = {
  webCall: 'WebCall',
  unknownNumber: 'Número Desconocido',
  agent: 'Agente',
  phone: 'Teléfono',
  web: 'Web',
  call: 'Llamada',
  /** Text in place of a call's agent if the call has no agent. */
  system: 'Sistema',
} as const;

export const callOutcomeLabels = {
  success: 'Finalizada',
  failure: 'Con error',
  open: 'En curso',
  other: 'Otro final',
} as const;

export const reportHeadingLabels = {
  workspace: 'Workspace',
  period: 'Período',
  agent: 'Agente',
  allAgents: 'Todos los agentes',
  printed: 'Impreso',
  print: 'Imprimir',
} as const;

export const clipboardLabels = { failed: 'Error al copiar al portapapeles' } as const;

export const periodAndAgentFilterLabels = {
  period: 'Período:',
  agent: 'Agente:',
  allAgents: 'Todos los agentes',
  loading: 'Cargando...',
  agentsFailed: 'Agentes no disponibles',
} as const;

/** Labels of buttons that show or hide a secret value. `about` is the value's name, such as 'contraseña'. */
export const showOrHideSecretLabels = {
  show: (about: string) => `Mostrar ${about}`,
  hide: (about: string) => `Ocultar ${about}`,
} as const;
