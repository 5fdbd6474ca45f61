/** Shown instead of a withheld number. */
export const withheldNumber = 'Número oculto';
