/** Labels for what an agent does if an answering machine picks up. Keys are the provider's values. */
export const voicemailActionLabels: Readonly<Record<string, string>> = {
  hangup: 'Corta',
  static_text: 'Deja un mensaje fijo',
  prompt: 'Deja un mensaje que redacta',
  bridge_transfer: 'Transfiere la llamada',
  none: 'No lo detecta: le habla como a una persona',
};

export const voicemailLabels = {
  atVoicemail: 'Ante un contestador',
  /**
   * Text for the agent's action at an answering machine. It includes the agent's version, if known, because the action
   * may differ between versions.
   */
  action: (action: string, version: number | null) => (version === null ? action : `${action} (v${version})`),
  unknown: 'Retell no informó qué hace este agente ante un contestador.',
} as const;
