/** Button that shows the playback speed of a recording. Its menu loads on demand. */
import { useMemo } from 'react';
import { recordingLabels as labels } from '../call-detail-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyPopup } from '../../../ui/lazy-popup.tsx';
import { usePlayback } from './audio-player.ts';
import type { SpeedMenuProps } from './speed-menu.tsx';
import { idleLazy } from '../../../ui/idle-code.ts';

const loadMenu = () => import('./speed-menu.tsx');
const SpeedMenu = idleLazy(loadMenu);

export function SpeedButton({ player, setSpeed }: Pick<SpeedMenuProps, 'player' | 'setSpeed'>) {
  const format = useFormat();
  const speed = usePlayback(player, (state) => state.speed);
  const Panel = useMemo(
    () =>
      ({ trigger }: Pick<SpeedMenuProps, 'trigger'>) => (
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
