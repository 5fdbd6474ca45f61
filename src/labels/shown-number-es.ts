/** The word that stands for a number that its caller withheld. */
export const withheldNumber = 'Número oculto';
