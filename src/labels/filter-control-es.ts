/** Texts of the history's filters while they are chosen and set. */
export const filterControlLabels = {
  back: 'Volver a los filtros',
  hourOfWeek: 'Día y hora',
  weekday: 'Día de la semana',
  hour: 'Hora',
  allHours: 'Todas',
  oneHour: (hour: string) => `${hour} h`,
} as const;
