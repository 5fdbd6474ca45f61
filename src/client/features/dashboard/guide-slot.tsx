/** Loads the first-run guide into the dashboard, only for editors and admins and while a step is unfinished. */
import { useState } from 'react';
import { useApiQuery } from '../../api/queries.ts';
import { useHasRole } from '../../session/session.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';

const guide = createLazyComponent(() => import('./first-run-guide.tsx'));
// Preload the code of the first-run guide. The guide is above the dashboard's cards and would push them down if its
// code came later.
guide.preload();

export function FirstRunGuideSlot() {
  const mayDoThem = useHasRole('editor');
  const { data } = useApiQuery('getFirstSteps', {}, { enabled: mayDoThem, isAside: true });
  const [wasOpen, setWasOpen] = useState(false);
  const isOpen = data !== undefined && !(data.isHidden || (data.hasEvent && data.hasCampaign));
  // If the last step is done while the first-run guide is on screen, the guide stays until it is closed.
  if (isOpen && !wasOpen) setWasOpen(true);
  return wasOpen && data && !data.isHidden ? <guide.Part steps={data} /> : null;
}
