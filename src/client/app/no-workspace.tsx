/** The screen of a user without a workspace, to accept an invitation or create a workspace. */
import { invitationLabels, noWorkspaceLabels as labels } from '../../labels/invitations-es.ts';
import { workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { PageFrame } from '../layout/page.tsx';
import { useReceivedInvitations } from '../session/invitations.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { createLazyComponent } from '../ui/lazy-part.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { EmptyState } from '../ui/states.tsx';
import { InvitationList } from './invitation-list.tsx';
import { openDialog } from './overlays.ts';

/** The form to create a workspace is a separate chunk, because few users need it on this screen. */
const connect = createLazyComponent(() => import('./connect-account.tsx'));

export function NoWorkspaceScreen() {
  const { user } = useSession();
  const isInvited = useReceivedInvitations().length > 0;
  return (
    <PageFrame title={labels.title} live={false}>
      {isInvited ? (
        <section
          aria-label={invitationLabels.heading}
          className="mx-auto mb-4 max-w-xl rounded-lg border border-line bg-surface"
        >
          <h2 className="border-b border-line px-4 py-3 font-semibold">{invitationLabels.heading}</h2>
          <InvitationList />
        </section>
      ) : null}
      {user.hasHome ? (
        <EmptyState
          picture="workspaces"
          title={labels.selectOne}
          text={`${labels.noAccess}. ${labels.noAccessText}`}
          action={
            <Button variant="primary" onClick={() => openDialog('createWorkspace')}>
              {workspaceSelectorLabels.create}
            </Button>
          }
        />
      ) : (
        <connect.Part fallback={<SkeletonRows count={5} className="mx-auto max-w-xl" />} />
      )}
    </PageFrame>
  );
}
