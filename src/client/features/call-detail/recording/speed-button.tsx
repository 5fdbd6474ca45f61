/** Button that shows the playback speed of a recording. Its menu loads on demand. */
import { useMemo } from 'react';
import { callRecordingLabels as labels } from '../call-detail-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyPopup } from '../../../ui/lazy-popup.tsx';
import { usePlaybackState } from './audio-player.ts';
import type { PlaybackSpeedMenuProps } from './speed-menu.tsx';
import { lazyWithIdlePreload } from '../../../ui/idle-code.ts';

const loadMenu = () => import('./speed-menu.tsx');
const SpeedMenu = lazyWithIdlePreload(loadMenu);

export function PlaybackSpeedButton({ player, setSpeed }: Pick<PlaybackSpeedMenuProps, 'player' | 'setSpeed'>) {
  const format = useRegionalFormat();
  const speed = usePlaybackState(player, (state) => state.speed);
  const Panel = useMemo(
    () =>
      ({ trigger }: Pick<PlaybackSpeedMenuProps, 'trigger'>) => (
        <SpeedMenu player={player} setSpeed={setSpeed} trigger={trigger} />
      ),
    [player, setSpeed],
  );
  const written = labels.times(format.figure(speed));
  return (
    <LazyPopup
      kind="menu"
      Panel={Panel}
      preload={() => void loadMenu()}
      trigger={
        <Button
          size="small"
          variant="ghost"
          className="w-14 px-0 max-sm:w-11 tabular-nums"
          aria-label={labels.speedIs(written)}
        >
          {written}
        </Button>
      }
    />
  );
}
