/** Spanish texts of lists that can be searched and from which a user chooses one option. */
export const optionListLabels = {
  search: (list: string) => `Buscar en ${list}`,
  placeholder: 'Escribe para buscar',
  nothing: (query: string) => `Nada coincide con «${query.trim()}»`,
  more: (count: string, one: boolean) => `Y ${count} más: escribe para ${one ? 'verlo' : 'verlos'}.`,
} as const;
