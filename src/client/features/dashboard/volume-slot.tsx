/** Place on the dashboard for the volume chart. Its data load with the page; its code is a chunk of its own. */
import { useCallVolume } from '../../api/queries.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { toDashboardVolumeQuery, type DashboardPeriodOption } from './filters.ts';
import { CallVolumeCardSkeleton } from './volume-skeleton.tsx';

const volumeCard = createLazyComponent(() => import('./volume-card.tsx'));
volumeCard.preload();

export function DashboardCallVolumeSlot({
  period,
  agentId,
}: {
  readonly period: DashboardPeriodOption;
  readonly agentId: string | null;
}) {
  const volume = useCallVolume(toDashboardVolumeQuery(period, agentId));
  return <volumeCard.Part period={period} agentId={agentId} volume={volume} fallback={<CallVolumeCardSkeleton />} />;
}
