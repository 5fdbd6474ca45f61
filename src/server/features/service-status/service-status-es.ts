/**
 * Spanish texts about the provider's status that Vocero itself writes. All other texts come from the provider's status
 * page.
 */
export const providerServiceStatusTexts = {
  unavailable: 'Estado de Retell.AI no disponible',
} as const;
