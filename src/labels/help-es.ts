/** Texts of the contextual help, and of what tooltips add to figures. */

export const moneyLabels = {
  convertedAt: (date: string, oneDollar: string) => `Al tipo de cambio del ${date}: US$ 1 = ${oneDollar}.`,
} as const;
