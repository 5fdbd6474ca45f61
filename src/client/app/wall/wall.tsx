/**
 * The wall display ('/?mural=1') shows today's figures on an unattended screen, without buttons or scrolling. The root
 * font size is 1/45 of the screen's height, and lists are cut to fit. Esc leaves it.
 */
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { wallDisplayLabels as labels } from '../../../labels/wall-es.ts';
import { getServerTimeMs, useRealtimeStatus } from '../../api/realtime.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { isWallDisplayUrl } from './wall-address.ts';
import { WallAgentList, WallAttentionList, WallCampaignList } from './wall-lists.tsx';
import { WallHourlyCallsChart } from './wall-hours.tsx';
import { WallTiles } from './wall-tiles.tsx';
import { useWallDisplayUpkeep } from './wall-upkeep.ts';

/**
 * Enlarges the font for the wall display. It stays large after the session has ended, to enlarge the sign-in screen
 * too.
 */
function useWallSizes(): void {
  useEffect(() => {
    document.documentElement.dataset['wall'] = '';
    return () => {
      if (!isWallDisplayUrl()) delete document.documentElement.dataset['wall'];
    };
  }, []);
}

function useLeaveByEscape(): void {
  const [, changeSearch] = useUrlSearchState();
  useEffect(() => {
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented) return;
      delete document.documentElement.dataset['wall'];
      changeSearch({ mural: null });
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [changeSearch]);
}

function Head() {
  const { workspace } = useSession();
  const { connection, updatedAt, clockOffsetMs } = useRealtimeStatus();
  const format = useRegionalFormat();
  const now = new Date(useNow(getServerTimeMs)).toISOString();
  const isAway = connection === 'offline' || connection === 'lost';
  return (
    <header className="flex items-baseline justify-between gap-6">
      <h1 className="min-w-0 truncate text-[1.5rem] font-semibold">
        {workspace?.name} <span className="font-normal text-muted">{labels.title}</span>
      </h1>
      <p className="flex shrink-0 items-baseline gap-6 tabular-nums">
        {isAway ? (
          <output className="inline-flex items-center gap-2 font-medium text-bad">
            <WifiOff aria-hidden className="size-[1.1rem]" />
            {labels.noConnection}
            {updatedAt === null ? null : (
              <span className="text-muted">
                {labels.dataOf(format.time(new Date(updatedAt + clockOffsetMs).toISOString()))}
              </span>
            )}
          </output>
        ) : null}
        <span className="text-muted">{format.date(now)}</span>
        <span className="text-[2rem] leading-none font-semibold">{format.time(now)}</span>
      </p>
    </header>
  );
}

export default function WallDisplay() {
  useWallDisplayUpkeep();
  useWallSizes();
  useLeaveByEscape();
  return (
    <main id="content" tabIndex={-1} className="wall">
      <Head />
      <WallTiles />
      <div className="wall-lists">
        <WallAgentList />
        <WallCampaignList />
        <WallAttentionList />
      </div>
      <WallHourlyCallsChart />
    </main>
  );
}
