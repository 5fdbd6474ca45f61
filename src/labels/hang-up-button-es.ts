/** Texts of the button that hangs up a call. Its dialog has its own texts. */
export const hangUpButtonLabels = {
  action: 'Cortar llamada',
  actionOf: (number: string) => `Cortar llamada con ${number}`,
} as const;
