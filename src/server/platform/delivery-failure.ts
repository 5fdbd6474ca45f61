/** Error for a message that could not be delivered. Its text is the reason, in Spanish and fit to show. */
export class DeliveryFailure extends Error {
  constructor(told: string, cause?: unknown) {
    super(told, { cause });
    this.name = 'DeliveryFailure';
  }
}

/** Returns the Spanish reason of a failed delivery. Errors other than DeliveryFailure get a general text. */
export function failureText(error: unknown): string {
  return error instanceof DeliveryFailure ? error.message : 'El envío falló por un error inesperado.';
}
