/** What an agent does where an answering machine is detected, by the provider's word; none: it looks for no machine. */
export const voicemailActionLabels: Readonly<Record<string, string>> = {
  hangup: 'Corta',
  static_text: 'Deja un mensaje fijo',
  prompt: 'Deja un mensaje que redacta',
  bridge_transfer: 'Transfiere la llamada',
  none: 'No lo detecta: le habla como a una persona',
};

export const voicemailLabels = {
  atVoicemail: 'Ante un contestador',
  /** Of a version of the agent, whose settings they are. */
  action: (action: string, version: number | null) => (version === null ? action : `${action} (v${version})`),
  unknown: 'Retell no informó qué hace este agente ante un contestador.',
} as const;
