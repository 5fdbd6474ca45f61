/** Texts about hints that a user sends to the agent of a live call. */
export const whisperLabels = {
  action: 'Susurrar al agente',
  /** Shown if the provider refused the hint. */
  refused: 'Retell no aceptó la indicación. La llamada sigue como estaba.',
} as const;
