/**
 * Spanish texts of the hang-up dialog. They are in a file of their own, because the dashboard loads the dialog later
 * than its button.
 */
export const hangUpDialogLabels = {
  title: '¿Cortar la llamada?',
  what: (contact: string, agent: string) => `Se cortará ahora la llamada con ${contact} que lleva ${agent}.`,
  warning: 'El cliente deja de oír al agente en el acto. No se puede deshacer.',
  pending: 'Cortando...',
  done: 'Llamada cortada',
  doneText: (contact: string) => `Terminó la llamada con ${contact}.`,
  failed: 'No se pudo cortar la llamada',
} as const;
