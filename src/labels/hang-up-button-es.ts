/** Of the button that hangs a call up. Its window has its own texts. */
export const hangUpLabels = {
  action: 'Cortar llamada',
  actionOf: (number: string) => `Cortar llamada con ${number}`,
} as const;
