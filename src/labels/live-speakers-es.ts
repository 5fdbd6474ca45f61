/** Names of the speakers of a live call, in front of their lines. */
import type { LiveSpeaker } from '../contract/live-lines.ts';

export const liveSpeakerLabels: Readonly<Record<LiveSpeaker, string>> = {
  agent: 'Agente',
  user: 'Cliente',
  transfer_target: 'Transferencia',
};
