/** Texts of whispering: a hint that a person gives the agent of a live call. */
export const whisperLabels = {
  action: 'Susurrar al agente',
  /** Shown where the provider refused the hint. */
  refused: 'Retell no aceptó la indicación. La llamada sigue como estaba.',
} as const;
