/** The menu of playback speeds. */
import type { ReactNode } from 'react';
import { callRecordingLabels as labels } from '../call-detail-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Menu, MenuRadioItems, MenuLabel } from '../../../ui/menu.tsx';
import { usePlaybackState, type AudioPlayer } from './audio-player.ts';
import { playbackSpeeds } from './playback.ts';

export interface PlaybackSpeedMenuProps {
  readonly player: AudioPlayer;
  readonly setSpeed: (speed: number) => void;
  readonly trigger: ReactNode;
}

export default function PlaybackSpeedMenu({ player, setSpeed, trigger }: PlaybackSpeedMenuProps) {
  const format = useRegionalFormat();
  const speed = usePlaybackState(player, (state) => state.speed);
  return (
    <Menu trigger={trigger} align="end" className="min-w-32 tabular-nums" defaultOpen>
      <MenuLabel>{labels.speed}</MenuLabel>
      <MenuRadioItems
        value={String(speed)}
        onChange={(value) => setSpeed(Number(value))}
        options={playbackSpeeds.map((each) => ({ value: String(each), label: labels.times(format.figure(each)) }))}
      />
    </Menu>
  );
}
