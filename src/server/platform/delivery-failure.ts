/** The reason why a message was not delivered, in Spanish and fit to show to people. */
export class DeliveryFailure extends Error {
  constructor(told: string, cause?: unknown) {
    super(told, { cause });
    this.name = 'DeliveryFailure';
  }
}

/** The Spanish text of a failed delivery. Errors other than DeliveryFailure get a generic text. */
export function failureText(error: unknown): string {
  return error instanceof DeliveryFailure ? error.message : 'El envío falló por un error inesperado.';
}
