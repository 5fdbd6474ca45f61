/** Spanish texts of the filter bar, in which a user adds filters one by one. */
export const filterRowLabels = {
  filters: 'Filtros',
  add: 'Filtro',
  clear: 'Limpiar filtros',
  /** A set filter with its value. */
  chip: (filter: string, value: string) => `${filter}: ${value}`,
  remove: (chip: string) => `Quitar filtro ${chip}`,
  change: (chip: string) => `Cambiar filtro ${chip}`,
} as const;
