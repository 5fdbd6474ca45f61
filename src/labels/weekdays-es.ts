/** Names of weekdays, Monday first. The product counts them from 1 (Monday) to 7 (Sunday). */
export const weekdayNames = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const;
export const shortWeekdayNames = weekdayNames.map((name) => name.slice(0, 3));
