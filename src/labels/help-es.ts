/** Spanish help texts of the dashboard and of figures. Each must describe what the console really does. */

export const exchangeRateLabels = {
  convertedAt: (date: string, oneDollar: string) => `Al tipo de cambio del ${date}: US$ 1 = ${oneDollar}.`,
} as const;

/** The help switch in the corner. */
export const helpToggleLabels = {
  settings: 'Configuración de Ayudas',
  active: 'Ayudas activas',
} as const;

export const dashboardHelp = {
  seeCalls: 'Ver llamadas',
  outcomes:
    'Qué dice el ícono de cada llamada. Tilde: la conversación terminó como debía. Cruz: hubo un error técnico. Reloj: en curso. Guion: terminó de otro modo (no contestó, ocupado, contestador, inactividad…).',
} as const;

export const agentCallDistributionHelp = {
  calls:
    'Llamadas del período que hizo o atendió cada agente. Si los agentes son más de 6, la última porción del gráfico reúne a los que siguen al quinto; la lista los muestra a todos.',
  share: 'Parte de las llamadas del período que es de ese agente.',
  sentiment:
    'Cómo se sintió el cliente según el análisis de Retell, en las llamadas ya analizadas. Las de sentimiento desconocido no se cuentan.',
} as const;

export const agentPerformanceHelp = {
  successRate:
    'De las llamadas finalizadas del agente en el período, las que se completaron o duraron más de 10 segundos. Excelente desde 85%, Bueno desde 70%, Regular desde 50%.',
  goalRate: 'De las llamadas del agente cuyo objetivo se conoce, las que lo cumplieron según el análisis de Retell.',
  total: 'Llamadas del agente que empezaron en el período, también las que siguen en curso.',
  completed: 'Llamadas finalizadas que cuentan para la tasa de éxito: se completaron o duraron más de 10 segundos.',
  duration: 'Promedio en minutos y segundos de las llamadas del agente con duración mayor que cero.',
} as const;
