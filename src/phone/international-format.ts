/** A number in international format (E.164): plus sign, first digit 1-9, then 1 to 14 digits. */
export const internationalNumberPattern = /^\+[1-9]\d{1,14}$/;
