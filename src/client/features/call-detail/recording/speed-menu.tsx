/** The menu of playback speeds. */
import type { ReactNode } from 'react';
import { recordingLabels as labels } from '../call-detail-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Menu, MenuChoices, MenuLabel } from '../../../ui/menu.tsx';
import { usePlayback, type AudioPlayer } from './audio-player.ts';
import { speeds } from './playback.ts';

export interface SpeedMenuProps {
  readonly player: AudioPlayer;
  readonly setSpeed: (speed: number) => void;
  readonly trigger: ReactNode;
}

export default function SpeedMenu({ player, setSpeed, trigger }: SpeedMenuProps) {
  const format = useFormat();
  const speed = usePlayback(player, (state) => state.speed);
  return (
    <Menu trigger={trigger} align="end" className="min-w-32 tabular-nums" defaultOpen>
      <MenuLabel>{labels.speed}</MenuLabel>
      <MenuChoices
        value={String(speed)}
        onChange={(value) => setSpeed(Number(value))}
        options={speeds.map((each) => ({ value: String(each), label: labels.times(format.figure(each)) }))}
      />
    </Menu>
  );
}
