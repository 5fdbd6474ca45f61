/** Names of weekdays from Monday to Sunday. The number of a weekday is 1 to 7, so its index is one less. */
export const weekdayNames = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const;
export const shortWeekdayNames = weekdayNames.map((name) => name.slice(0, 3));
