/** Texts of a form whose data somebody else saved first. */
export const savedMeanwhileLabels = {
  now: (words: string) => `Guardado ahora: ${words}`,
  keep: 'Guardar lo mío',
  take: 'Usar lo guardado',
} as const;
