/** Where the first-run guide stands on the dashboard: for editors and admins, fetched only while it may have something to say. */
import { lazy, Suspense } from 'react';
import { useMay, useSession } from '../../session/session.ts';
import { readGuideState } from './first-run-state.ts';

const FirstRunGuide = lazy(() => import('./first-run-guide.tsx'));

export function GuideSlot() {
  const { workspace } = useSession();
  const mayBegin = useMay('editor');
  if (!workspace || !mayBegin || readGuideState(workspace.id) === 'done') return null;
  return (
    <Suspense fallback={null}>
      <FirstRunGuide workspaceId={workspace.id} />
    </Suspense>
  );
}
