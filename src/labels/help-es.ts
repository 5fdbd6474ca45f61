/** Texts of the contextual help, and of what tooltips add to figures. Nothing here may be untrue of the console. */

export const moneyLabels = {
  convertedAt: (date: string, oneDollar: string) => `Al tipo de cambio del ${date}: US$ 1 = ${oneDollar}.`,
} as const;

export const helpLabels = {
  settings: 'Configuración de Ayudas',
  active: 'Ayudas activas',
  show: 'Mostrar ayudas contextuales',
  speed: 'Velocidad de aparición',
  bySection: (milliseconds: number) => `Según la sección (aquí ${milliseconds} ms)`,
  milliseconds: (milliseconds: number, name: string) => `${milliseconds} ms · ${name}`,
  section: 'Sección actual',
  priority: 'Prioridad',
  priorityHelp: 'Cuanto más alta, antes aparece la ayuda en esta sección mientras no elijas una velocidad.',
  hideInSection: 'Desactivar en esta sección',
  showInSection: 'Activar',
  hiddenInSection: (section: string) => `Las ayudas están desactivadas en la sección ${section}.`,
  shortcuts: 'Atajos:',
} as const;

export const speedNames = { 100: 'inmediata', 300: 'rápida', 500: 'normal', 800: 'lenta', 1200: 'muy lenta' } as const;

export const helpSectionNames = {
  dashboard: 'Dashboard',
  workspaces: 'Workspaces',
  campaigns: 'Campañas',
  analytics: 'Análisis',
  users: 'Usuarios',
  settings: 'Configuración',
  calls: 'Llamadas',
  agents: 'Agentes',
} as const;

export const priorityNames = { high: 'Alta', medium: 'Media', low: 'Baja' } as const;

export const helpCategories = { security: 'SEGURIDAD', metrics: 'MÉTRICAS', users: 'USUARIOS', campaigns: 'CAMPAÑAS' } as const;

export const keyHelp = {
  title: 'API Key de Retell',
  text: 'Con esta clave se hacen llamadas y, si Retell no firma con otra, se comprueban sus webhooks. Solo un administrador del workspace puede verla, y cada vez que la ve queda en la auditoría. Los demás ven sus últimos 4 caracteres.',
  keys: ['Ctrl', 'H'],
  toggle: 'Mostrar u ocultar',
} as const;

/** Spec B 6; what each role may do is product.md 3. */
export const roleHelp = {
  admin: {
    title: 'Administrador: acceso completo',
    text: 'Todo lo de un editor. Además edita el workspace, su API Key, sus miembros y el ritmo de llamadas, y lee la auditoría.',
  },
  editor: {
    title: 'Editor: modificación limitada',
    text: 'Todo lo de un operador. Además crea, controla y elimina campañas, guarda la configuración y crea workspaces.',
  },
  operator: { title: 'Operador: solo lectura', text: 'Ve las llamadas, las campañas y sus cifras. No cambia nada del workspace.' },
  other: { title: 'Rol personalizado', text: 'Este rol no es de los que Vocero conoce.' },
} as const;

export const dashboardHelp = {
  seeCalls: 'Ver llamadas',
  outcomes: 'Íconos de las llamadas',
  outcomesText: 'Tilde: la conversación terminó como debía. Cruz: hubo un error técnico. Reloj: en curso. Guion: terminó de otro modo (no contestó, ocupado, contestador, inactividad…).',
} as const;

export const distributionHelp = {
  calls: 'Llamadas del período que hizo o atendió cada agente. Si los agentes son más de 6, la última porción del gráfico reúne a los que siguen al quinto; la lista los muestra a todos.',
  share: 'Parte de las llamadas del período que es de ese agente.',
  sentiment: 'Cómo se sintió la otra persona según el análisis de Retell, en las llamadas ya analizadas. Las de sentimiento desconocido no se cuentan.',
} as const;

export const performanceHelp = {
  successRate:
    'De las llamadas finalizadas del agente en el período, las que se completaron o duraron más de 10 segundos. Excelente desde 85%, Bueno desde 70%, Regular desde 50%.',
  total: 'Llamadas del agente que empezaron en el período, también las que siguen en curso.',
  completed: 'Llamadas finalizadas que cuentan para la tasa de éxito: se completaron o duraron más de 10 segundos.',
  duration: 'Promedio en minutos y segundos de las llamadas del agente con duración mayor que cero.',
} as const;

const days = 'Los días son los del huso horario del workspace. Una llamada cuenta en el día en que empezó.';

export const filterHelp = {
  from: `Desde este día, incluido. ${days}`,
  to: `Hasta este día, incluido. ${days}`,
  status: 'Exitosas: terminaron. Fallidas: no se conectaron o tuvieron un error técnico. En curso: todavía no terminaron.',
  sentiment: 'El que el análisis de Retell le dio a la llamada. Una llamada sin analizar no aparece en ninguno.',
  channel: 'Por teléfono, o desde un navegador.',
  agent: 'El agente de voz que atendió o hizo la llamada.',
  origin: 'Entrantes: alguien llamó. Salientes: llamó el agente. WebCall: empezaron en un navegador.',
  goal: 'Si la llamada cumplió su objetivo según el análisis de Retell. Una llamada sin analizar no aparece en ninguno.',
  reason: 'Por qué terminó la llamada. Una que sigue en curso no aparece en ninguno.',
} as const;

export const wizardHelp = {
  name: 'Con este nombre aparece en el Histórico de Campañas y en sus resultados.',
  successDefinition:
    'Decide qué llamadas cuentan como exitosas: el análisis de Retell compara con ella lo que pasó en cada una. El agente la recibe como variable success_definition.',
  phoneNumber: 'El número de la cuenta de Retell desde el que se llama: el que ven los destinatarios. Propone su agente de salida.',
  agent: 'El agente de voz que habla en las llamadas de esta campaña.',
  agentVersion: 'La publicada es la última que se publicó en Retell cuando se hace cada llamada. Con un número de versión la campaña habla siempre igual.',
} as const;
