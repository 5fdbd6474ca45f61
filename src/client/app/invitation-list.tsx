/** List of invitations to workspaces, to accept or refuse. Shown in the bell and to users without a workspace. */
import { Building2, Check, X } from 'lucide-react';
import { getRoleName } from '../../labels/roles-es.ts';
import { invitationLabels as labels } from '../../labels/invitations-es.ts';
import { useInvitationActions } from '../session/invitation-answers.ts';
import { useReceivedInvitations } from '../session/invitations.ts';
import { useRegionalFormat } from '../session/use-format.ts';
import { Button } from '../ui/button.tsx';

export function InvitationList() {
  const invitations = useReceivedInvitations();
  const { accept, refuse, isAnswering } = useInvitationActions();
  const format = useRegionalFormat();
  return (
    <ul aria-label={labels.heading} className="divide-y divide-line text-left">
      {invitations.map((invitation) => {
        const { id, workspaceName, role, invitedBy, expiresAt } = invitation;
        return (
          <li key={id} className="flex gap-3 px-4 py-3 text-sm">
            <Building2 aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{labels.to(workspaceName)}</p>
              <p className="break-words text-muted">{labels.as(getRoleName(role), invitedBy)}</p>
              <p className="mt-1 text-xs text-muted tabular-nums">{labels.until(format.dateTime(expiresAt))}</p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button
                  size="small"
                  variant="primary"
                  disabled={isAnswering}
                  aria-label={labels.acceptOf(workspaceName)}
                  onClick={() => accept(invitation)}
                >
                  <Check aria-hidden />
                  {labels.accept}
                </Button>
                <Button
                  size="small"
                  disabled={isAnswering}
                  aria-label={labels.refuseOf(workspaceName)}
                  onClick={() => refuse(invitation)}
                >
                  <X aria-hidden />
                  {labels.refuse}
                </Button>
              </div>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
