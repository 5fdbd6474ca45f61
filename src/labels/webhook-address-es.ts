/** Why an address is none that Retell can post to, wherever one is shown or used. */
export const webhookAddressLabels = {
  unreachable:
    'Retell no llega a la dirección de esta consola: solo avisa a una pública que comience con https://. Define PUBLIC_URL en el servidor con una así y reinícialo.',
} as const;
