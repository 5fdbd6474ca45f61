/** Spanish texts that a form shows if another user has meanwhile saved the same data. */
export const editConflictLabels = {
  now: (words: string) => `Guardado ahora: ${words}`,
  keep: 'Guardar lo mío',
  take: 'Usar lo guardado',
} as const;
