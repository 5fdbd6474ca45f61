/** Where the first-run guide stands on the dashboard: for editors and admins, fetched only while it may have something to say. */
import { useMay, useSession } from '../../session/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { readGuideState } from './first-run-state.ts';

const guide = lazyPart(() => import('./first-run-guide.tsx'));

export function GuideSlot() {
  const { workspace } = useSession();
  const mayBegin = useMay('editor');
  if (!workspace || !mayBegin || readGuideState(workspace.id) === 'done') return null;
  return <guide.Part workspaceId={workspace.id} />;
}
