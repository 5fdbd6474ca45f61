/**
 * Lazy-loads the dashboard's section on running campaigns and current problems. While its code loads, an empty box with
 * the section's last height reserves the space.
 */
import { readLocalStorage } from '../hooks/local-storage.ts';
import { useSession } from '../session/session.ts';
import { createLazyComponent } from '../ui/lazy-part.tsx';

export const dashboardCurrentActivityChunk = createLazyComponent(() => import('./dashboard-now.tsx'));

export function DashboardCurrentActivitySlot() {
  const heightKey = `vocero.now.${useSession().workspace?.id ?? ''}`;
  const height = Number(readLocalStorage(heightKey));
  const waiting = height > 0 ? <div aria-busy="true" style={{ height }} /> : null;
  return <dashboardCurrentActivityChunk.Part heightKey={heightKey} waiting={waiting} fallback={waiting} />;
}
