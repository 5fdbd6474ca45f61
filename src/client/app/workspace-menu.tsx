/** Menu of the workspace selector: the current workspace, the others, invitations, and for editors a new workspace. */
import { Building2, Check, Plus, X } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { invitationLabels } from '../../labels/invitations-es.ts';
import { getRoleName } from '../../labels/roles-es.ts';
import { workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { useInvitationActions } from '../session/invitation-answers.ts';
import { useReceivedInvitations } from '../session/invitations.ts';
import { useHasRole, useSession } from '../session/session.ts';
import { useWorkspaceSwitch } from '../session/use-workspace-switch.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { openDialog } from './overlays.ts';

function Invitations() {
  const invitations = useReceivedInvitations();
  const { accept, refuse, isAnswering } = useInvitationActions();
  if (invitations.length === 0) return null;
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{invitationLabels.heading}</MenuLabel>
      {invitations.map((invitation) => {
        const { id, workspaceName, role, invitedBy } = invitation;
        return (
          <Fragment key={id}>
            <div className="px-2 pt-1">
              <p className="truncate font-medium" title={workspaceName}>
                {workspaceName}
              </p>
              <p className="text-xs break-words text-muted">{invitationLabels.as(getRoleName(role), invitedBy)}</p>
            </div>
            <MenuItem
              disabled={isAnswering}
              aria-label={invitationLabels.acceptOf(workspaceName)}
              onSelect={() => accept(invitation)}
            >
              <Check aria-hidden />
              {invitationLabels.accept}
            </MenuItem>
            <MenuItem
              disabled={isAnswering}
              aria-label={invitationLabels.refuseOf(workspaceName)}
              onSelect={() => refuse(invitation)}
            >
              <X aria-hidden />
              {invitationLabels.refuse}
            </MenuItem>
          </Fragment>
        );
      })}
    </>
  );
}

export default function WorkspaceMenu({ trigger }: { readonly trigger: ReactNode }) {
  const { workspace, workspaces } = useSession();
  const { switchTo, switching } = useWorkspaceSwitch();
  // A user who belongs to no workspace may create one without being an editor.
  const mayCreate = useHasRole('editor') || workspaces.length === 0;
  const others = workspaces.filter((other) => other.id !== workspace?.id);
  return (
    <Menu className="max-h-[min(28rem,calc(100dvh-8rem))] w-60 overflow-y-auto" trigger={trigger} defaultOpen>
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{workspace?.name ?? workspaceSelectorLabels.none}</p>
        {workspace?.description ? <p className="text-xs break-words text-muted">{workspace.description}</p> : null}
      </div>
      {others.length > 0 ? (
        <>
          <MenuSeparator />
          <MenuLabel>{workspaceSelectorLabels.switchTo}</MenuLabel>
          {others.map((other) => (
            <MenuItem key={other.id} disabled={switching} onSelect={() => switchTo(other.id)}>
              <Building2 aria-hidden />
              <span className="truncate">{other.name}</span>
            </MenuItem>
          ))}
        </>
      ) : null}
      <Invitations />
      {mayCreate ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => openDialog('createWorkspace')}>
            <Plus aria-hidden />
            {workspaceSelectorLabels.create}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
