/** The server's own texts about the provider's status. All other texts are the status page's. */
export const serviceStatusTexts = {
  unavailable: 'Estado de Retell.AI no disponible',
} as const;
