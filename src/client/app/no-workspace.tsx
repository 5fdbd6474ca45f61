/** The screen of somebody who belongs to no workspace: the first step is to accept an invitation, or to make one. */
import { invitationLabels, noWorkspaceLabels as labels } from '../../labels/invitations-es.ts';
import { workspaceLabels } from '../../labels/shell-es.ts';
import { Page } from '../layout/page.tsx';
import { useInvitations } from '../session/invitations.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { InvitationList } from './invitation-list.tsx';
import { openOverlay } from './overlays.ts';

export default function NoWorkspace() {
  const isInvited = useInvitations().length > 0;
  return (
    <Page title={labels.title} live={false}>
      {isInvited ? (
        <section
          aria-label={invitationLabels.heading}
          className="mx-auto mb-4 max-w-xl rounded-lg border border-line bg-surface"
        >
          <h2 className="border-b border-line px-4 py-3 font-semibold">{invitationLabels.heading}</h2>
          <InvitationList />
        </section>
      ) : null}
      <EmptyState
        picture="workspaces"
        title={labels.selectOne}
        text={`${labels.noAccess}. ${labels.noAccessText}`}
        action={
          <Button variant="primary" onClick={() => openOverlay('createWorkspace')}>
            {workspaceLabels.create}
          </Button>
        }
      />
    </Page>
  );
}
