/** Shown instead of a withheld phone number. */
export const withheldNumberText = 'Número oculto';
