/** Texts of a row of filters that are picked one by one. */
export const filterRowLabels = {
  filters: 'Filtros',
  add: 'Filtro',
  clear: 'Limpiar filtros',
  /** A filter that is set. */
  chip: (filter: string, value: string) => `${filter}: ${value}`,
  remove: (chip: string) => `Quitar filtro ${chip}`,
  change: (chip: string) => `Cambiar filtro ${chip}`,
} as const;
