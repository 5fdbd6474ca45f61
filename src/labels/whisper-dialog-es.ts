/** Texts of the dialog in which a user sends a hint to the agent of a live call. */
export const whisperDialogLabels = {
  title: 'Susurrar al agente',
  text: (contact: string) =>
    `El agente recibe la indicación; ${contact} no la escucha. Queda en la auditoría con tu nombre.`,
  hint: 'Indicación',
  often: 'Frecuentes',
  speakNow: 'Que lo diga ahora',
  speakNowHint:
    'Si el agente está hablando, se interrumpe. Si no lo marcas, la tiene en cuenta en lo próximo que diga.',
  send: 'Susurrar',
  sending: 'Susurrando...',
  sent: 'Indicación enviada',
  empty: 'Escribe la indicación.',
  failed: 'No se pudo enviar la indicación.',
} as const;
