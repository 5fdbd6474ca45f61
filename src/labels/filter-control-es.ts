/** Spanish texts of the call history's filters while a user sets them. */
export const callFilterControlLabels = {
  back: 'Volver a los filtros',
  hourOfWeek: 'Día y hora',
  weekday: 'Día de la semana',
  hour: 'Hora',
  allHours: 'Todas',
  oneHour: (hour: string) => `${hour} h`,
} as const;
