/** Spanish texts of the provider's state that the server gives itself; all others are the status page's own. */
export const serviceStatusTexts = {
  unavailable: 'Estado de Retell.AI no disponible',
} as const;
