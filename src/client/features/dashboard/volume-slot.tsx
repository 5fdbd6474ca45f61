/** Where the volume chart stands on the dashboard: its data is asked for at once, its code comes in a chunk of its own. */
import { lazy, Suspense } from 'react';
import { useCallVolume } from '../../api/queries.ts';
import type { PeriodOption } from './filters.ts';
import { VolumeCardSkeleton } from './volume-skeleton.tsx';

const VolumeCard = lazy(() => import('./volume-card.tsx'));

export function VolumeSlot({ period, agentId }: { readonly period: PeriodOption; readonly agentId: string | null }) {
  const volume = useCallVolume({ timeRange: period.value, ...(agentId ? { agentFilter: agentId } : {}) });
  return (
    <Suspense fallback={<VolumeCardSkeleton />}>
      <VolumeCard period={period} volume={volume} />
    </Suspense>
  );
}
