/** Error for a message that could not be delivered. Its text is the reason, in Spanish and fit to show. */
export class MessageDeliveryError extends Error {
  constructor(told: string, cause?: unknown) {
    super(told, { cause });
    this.name = 'DeliveryFailure';
  }
}

/** Returns the Spanish reason of a failed delivery. Errors other than MessageDeliveryError get a general text. */
export function describeDeliveryFailure(error: unknown): string {
  return error instanceof MessageDeliveryError ? error.message : 'El envío falló por un error inesperado.';
}
