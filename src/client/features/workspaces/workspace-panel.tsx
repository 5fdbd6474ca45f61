/**
 * Details of one workspace: the person's role, the API key, buttons to switch to the workspace and to edit it, and for
 * admins the members.
 */
import { ArrowRightLeft, Pencil, PlugZap } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Workspace } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { workspaceSelectorLabels } from '../../../labels/shell-es.ts';
import { workspacesLabels as labels } from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { RoleHelpTooltip } from '../../help/ready-help.tsx';
import { useSession, useSessionActions } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { ApiKeyRow } from './api-key-row.tsx';
import { MembersCard } from './members-card.tsx';
import { RoleBadge } from './role-badge.tsx';
import { useWorkspaceDialogUrlState } from './use-dialog-address.ts';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const CheckConnectionDialog = lazyWithIdlePreload(() => import('./check-connection-dialog.tsx'));
const EditWorkspaceDialog = lazyWithIdlePreload(() => import('./edit-workspace-dialog.tsx'));
const ReplaceKeyDialog = lazyWithIdlePreload(() => import('./replace-key-dialog.tsx'));

/** Hook: makes the workspace the current one. A failure shows a toast, and its reason beside the button. */
function useSwitch(workspace: Workspace) {
  const { switchWorkspace } = useSessionActions();
  const [isSwitching, setSwitching] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function change(): Promise<void> {
    setSwitching(true);
    setFailure(null);
    try {
      await switchWorkspace(workspace.id);
      toast.good(workspaceSelectorLabels.switchedTitle, workspaceSelectorLabels.switchedText);
    } catch (error) {
      setFailure(getRequestErrorText(error, workspaceSelectorLabels.switchServiceFailed));
      toast.bad(toastTitles.error, workspaceSelectorLabels.switchFailed);
    } finally {
      setSwitching(false);
    }
  }
  return { change, isSwitching, failure };
}

function WorkspaceDialogs({ workspace }: { readonly workspace: Workspace }) {
  const { dialog, close } = useWorkspaceDialogUrlState();
  if (workspace.role !== 'admin') return null;
  if (dialog === 'editar') return <EditWorkspaceDialog workspace={workspace} onClose={close} />;
  if (dialog === 'conexion') return <CheckConnectionDialog workspace={workspace} onClose={close} />;
  return dialog === 'clave' ? <ReplaceKeyDialog workspace={workspace} onClose={close} /> : null;
}

export function WorkspacePanel({ workspace }: { readonly workspace: Workspace }) {
  const isCurrent = useSession().workspace?.id === workspace.id;
  const isAdmin = workspace.role === 'admin';
  const { open } = useWorkspaceDialogUrlState();
  const { change, isSwitching, failure } = useSwitch(workspace);
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={workspace.name} className="band border-t-0">
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-4">
          <div className="min-w-0 flex-1 basis-64">
            <div className="flex flex-wrap items-center gap-2">
              <h2 className="min-w-0 text-lg font-semibold break-words">{workspace.name}</h2>
              <RoleHelpTooltip role={workspace.role}>
                <RoleBadge role={workspace.role} />
              </RoleHelpTooltip>
            </div>
            <p className="mt-1 break-words text-muted">{workspace.description ?? labels.noDescription}</p>
          </div>
          <div className="flex flex-wrap gap-2">
            {isAdmin ? (
              <Button size="small" onClick={() => open('editar')}>
                <Pencil aria-hidden />
                {labels.edit}
              </Button>
            ) : null}
            {isAdmin ? (
              <Button size="small" onClick={() => open('conexion')}>
                <PlugZap aria-hidden />
                {labels.checkConnection}
              </Button>
            ) : null}
            {isCurrent ? null : (
              <Button size="small" variant="primary" disabled={isSwitching} onClick={() => void change()}>
                <ArrowRightLeft aria-hidden />
                {isSwitching ? labels.changing : labels.change}
              </Button>
            )}
          </div>
        </header>
        {failure ? (
          <Alert tone="bad" className="mx-4 mb-4">
            {failure}
          </Alert>
        ) : null}
        <dl className="grid gap-x-8 gap-y-1 border-t border-line p-4 max-sm:[&_dt:not(:first-child)]:mt-3 sm:grid-cols-[max-content_1fr] sm:gap-y-4">
          <ApiKeyRow workspace={workspace} onReplace={() => open('clave')} />
          {workspace.retellWorkspaceId ? (
            <>
              <dt className="text-muted">{labels.retellWorkspaceId}</dt>
              <dd className="min-w-0 font-mono break-all">{workspace.retellWorkspaceId}</dd>
            </>
          ) : null}
        </dl>
      </section>
      {isAdmin ? <MembersCard workspace={workspace} /> : null}
      <Suspense fallback={null}>
        <WorkspaceDialogs workspace={workspace} />
      </Suspense>
    </div>
  );
}
