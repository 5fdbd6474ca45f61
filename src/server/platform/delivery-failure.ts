/** Why a message did not go out, in Spanish and fit to show. */
export class DeliveryFailure extends Error {
  constructor(told: string, cause?: unknown) {
    super(told, { cause });
    this.name = 'DeliveryFailure';
  }
}

/** The text to show: of anything but a DeliveryFailure nothing is told. */
export function tellFailure(error: unknown): string {
  return error instanceof DeliveryFailure ? error.message : 'El envío falló por un error inesperado.';
}
