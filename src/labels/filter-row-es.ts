/** Spanish texts of a row of filters, to which a user adds one after another. */
export const filterRowLabels = {
  filters: 'Filtros',
  add: 'Filtro',
  clear: 'Limpiar filtros',
  /** A set filter with its value. */
  chip: (filter: string, value: string) => `${filter}: ${value}`,
  remove: (chip: string) => `Quitar filtro ${chip}`,
  change: (chip: string) => `Cambiar filtro ${chip}`,
} as const;
