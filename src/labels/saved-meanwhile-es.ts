/** Spanish texts of a form when another user has saved the same data meanwhile. */
export const editConflictLabels = {
  now: (words: string) => `Guardado ahora: ${words}`,
  keep: 'Guardar lo mío',
  take: 'Usar lo guardado',
} as const;
