/** Shown instead of a withheld phone number. */
export const withheldNumber = 'Número oculto';
