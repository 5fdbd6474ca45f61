/** 'Workspace Activo': the current one, the others to switch to, and for editors and admins the way to a new one. */
import { Building2, ChevronsUpDown, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { workspaceLabels } from '../../labels/shell-es.ts';
import { useMay, useSession, useSessionActions } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { toast } from '../ui/toast.ts';
import { toastTitles } from '../../labels/common-es.ts';

const CreateWorkspaceDialog = lazy(() => import('../features/workspaces/create-workspace-dialog.tsx'));

export function WorkspaceSelector({ collapsed }: { readonly collapsed: boolean }) {
  const { workspace, workspaces } = useSession();
  const { switchWorkspace } = useSessionActions();
  // A person without any workspace may make the first one.
  const mayCreate = useMay('editor') || workspaces.length === 0;
  const [creating, setCreating] = useState(false);
  const [switching, setSwitching] = useState(false);
  const others = workspaces.filter((other) => other.id !== workspace?.id);
  const name = workspace?.name ?? workspaceLabels.none;

  async function change(id: string): Promise<void> {
    setSwitching(true);
    try {
      await switchWorkspace(id);
      toast.good(workspaceLabels.switchedTitle, workspaceLabels.switchedText);
    } catch {
      toast.bad(toastTitles.error, workspaceLabels.switchFailed);
    } finally {
      setSwitching(false);
    }
  }

  return (
    <div>
      {collapsed ? null : <p className="mb-1 px-1 text-xs font-medium text-muted">{workspaceLabels.heading}</p>}
      <Menu
        className="w-60"
        trigger={
          <button
            type="button"
            disabled={switching}
            className={classNames(
              'flex w-full items-center gap-2 rounded-md border border-line bg-ground text-left transition-colors hover:bg-sunken',
              collapsed ? 'size-10 justify-center' : 'min-h-13 px-2.5 py-1.5',
            )}
          >
            <Building2 aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="sr-only">
              {workspaceLabels.heading}: {collapsed ? name : null}
            </span>
            {collapsed ? null : (
              <>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{name}</span>
                  {workspace?.description ? <span className="block truncate text-xs text-muted">{workspace.description}</span> : null}
                </span>
                <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
              </>
            )}
          </button>
        }
      >
        <div className="px-2 py-1.5">
          <p className="truncate font-medium">{name}</p>
          {workspace?.description ? <p className="text-xs break-words text-muted">{workspace.description}</p> : null}
        </div>
        {others.length > 0 ? (
          <>
            <MenuSeparator />
            <MenuLabel>{workspaceLabels.switchTo}</MenuLabel>
            {others.map((other) => (
              <MenuItem key={other.id} onSelect={() => void change(other.id)}>
                <Building2 aria-hidden />
                <span className="truncate">{other.name}</span>
              </MenuItem>
            ))}
          </>
        ) : null}
        {mayCreate ? (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => setCreating(true)}>
              <Plus aria-hidden />
              {workspaceLabels.create}
            </MenuItem>
          </>
        ) : null}
      </Menu>
      {creating ? (
        <Suspense fallback={null}>
          <CreateWorkspaceDialog onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
