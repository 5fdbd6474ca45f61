/** Reasons why the provider can't send webhooks to a URL. */
export const unreachableWebhookUrlTexts = {
  unreachable:
    'Retell no llega a la dirección de esta consola: solo avisa a direcciones públicas que comienzan con https://. Define PUBLIC_URL en el servidor con la dirección pública de la consola y reinícialo.',
} as const;
