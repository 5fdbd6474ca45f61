/** Place on the dashboard for the volume chart. Its data load with the page; its code is a chunk of its own. */
import { useCallVolume } from '../../api/queries.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toVolumeRange, type PeriodOption } from './filters.ts';
import { VolumeCardSkeleton } from './volume-skeleton.tsx';

const volumeCard = lazyPart(() => import('./volume-card.tsx'));
volumeCard.preload();

export function VolumeSlot({ period, agentId }: { readonly period: PeriodOption; readonly agentId: string | null }) {
  const volume = useCallVolume(toVolumeRange(period, agentId));
  return <volumeCard.Part period={period} agentId={agentId} volume={volume} fallback={<VolumeCardSkeleton />} />;
}
