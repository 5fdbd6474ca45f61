/** Texts of the screen with the origin numbers of campaigns. */
export const originNumbersLabels = {
  title: 'Números',
  table: 'Números de origen',
  number: 'Número',
  callsOf: 'Ver sus llamadas',
  state: 'Estado',
  today: 'Hoy',
  todayHelp:
    'Llamadas de campañas hechas hoy desde el número, o que pudieron hacerse: son las que cuenta el tope. Debajo, qué parte de las ya terminadas fue atendida.',
  days: 'Días anteriores',
  daysHelp:
    'De los 6 días anteriores a hoy: llamadas de campañas desde el número y, debajo, qué parte de las ya terminadas fue atendida, por una persona o un contestador.',
  agents: 'Agentes',
  campaigns: 'Campañas',
  none: '—',
  /** The daily cap, after the number's calls. */
  ofCap: (calls: string, cap: string) => `${calls} de ${cap}`,
  answered: (percent: string) => `${percent} atendidas`,
  used: 'En uso',
  idle: 'Sin campañas',
  capped: 'En su tope de hoy',
  setAside: 'Apartado',
  setAsideSince: (moment: string) =>
    `Desde el ${moment}: lo atienden menos de la mitad que a los otros. Las campañas con otros números no lo usan.`,
  takeBack: 'Volver a usar',
  takeBackOf: (number: string) => `Volver a usar ${number}`,
  takenBack: (number: string) => `Vuelve a usarse ${number}`,
  takeBackFailed: 'No se pudo volver a usar el número.',
  moreCampaigns: (count: string) => `y ${count} más`,
  failed: 'No se pudieron leer los números.',
  empty: 'No hay números de origen',
  emptyText: 'La cuenta de Retell de este workspace no tiene números de teléfono.',
  unlisted: 'Retell no informa este número, o todavía no respondió.',
} as const;
