/** Names of a live call's speakers, shown before their transcript lines. */
import type { LiveSpeaker } from '../contract/live-lines.ts';

export const liveSpeakerLabels: Readonly<Record<LiveSpeaker, string>> = {
  agent: 'Agente',
  user: 'Cliente',
  transfer_target: 'Transferencia',
};
