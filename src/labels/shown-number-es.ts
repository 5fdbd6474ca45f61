/** The text that is shown instead of a withheld number. */
export const withheldNumber = 'Número oculto';
