/** Labels for an agent's action at an answering machine, by the provider's word. none: it does not detect machines. */
export const voicemailActionLabels: Readonly<Record<string, string>> = {
  hangup: 'Corta',
  static_text: 'Deja un mensaje fijo',
  prompt: 'Deja un mensaje que redacta',
  bridge_transfer: 'Transfiere la llamada',
  none: 'No lo detecta: le habla como a una persona',
};

export const voicemailLabels = {
  atVoicemail: 'Ante un contestador',
  /** The action in a version of the agent, because it is a setting of the version. */
  action: (action: string, version: number | null) => (version === null ? action : `${action} (v${version})`),
  unknown: 'Retell no informó qué hace este agente ante un contestador.',
} as const;
