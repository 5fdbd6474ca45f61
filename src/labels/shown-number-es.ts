/** Shown instead of a withheld phone number. */
export const withheldPhoneNumberText = 'Número oculto';
