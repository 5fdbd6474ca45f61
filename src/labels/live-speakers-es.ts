/** Who speaks in a live call, in front of the line. */
import type { LiveSpeaker } from '../contract/live-lines.ts';

export const liveSpeakerLabels: Readonly<Record<LiveSpeaker, string>> = {
  agent: 'Agente',
  user: 'Cliente',
  transfer_target: 'Transferencia',
};
