/** Texts of a campaign's weight. */
export const campaignWeightLabels = {
  hint: 'Mientras varias campañas llaman a la vez, una de peso 10 hace el doble de llamadas que una de peso 5.',
  option: (weight: number, isUsual: boolean) => (isUsual ? `${weight} (normal)` : String(weight)),
  doneTitle: 'Peso cambiado',
  doneText: 'Cuenta desde las próximas llamadas.',
  failed: 'No se pudo cambiar el peso.',
} as const;
