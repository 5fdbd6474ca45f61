/** Names of the speakers in a live call's transcript. */
import type { LiveSpeaker } from '../contract/live-lines.ts';

export const liveSpeakerLabels: Readonly<Record<LiveSpeaker, string>> = {
  agent: 'Agente',
  user: 'Cliente',
  transfer_target: 'Transferencia',
};
