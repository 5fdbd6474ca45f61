/** Reasons why Retell can't post webhooks to an address, wherever one is shown or used. */
export const webhookAddressLabels = {
  unreachable:
    'Retell no llega a la dirección de esta consola: solo avisa a direcciones públicas que comienzan con https://. Define PUBLIC_URL en el servidor con la dirección pública de la consola y reinícialo.',
} as const;
