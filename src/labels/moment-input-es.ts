/** Spanish texts of the inputs for date and time. */

export const momentInputLabels = {
  calendar: 'Abrir el calendario',
  dayProblem: (pattern: string) => `Escribe un día que exista, como ${pattern}.`,
  timePattern: 'hh:mm',
  timeProblem: 'Escribe la hora como hh:mm, de 00:00 a 23:59.',
} as const;
