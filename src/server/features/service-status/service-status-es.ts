/** Vocero's own texts about the provider's status. The other texts come from the provider's status page. */
export const serviceStatusTexts = {
  unavailable: 'Estado de Retell.AI no disponible',
} as const;
