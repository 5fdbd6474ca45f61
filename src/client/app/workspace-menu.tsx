/** The selector's menu: the current workspace, the others to switch to, and for editors and admins the way to a new one. */
import { Building2, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { workspaceLabels } from '../../labels/shell-es.ts';
import { useMay, useSession } from '../session/session.ts';
import { useWorkspaceSwitch } from '../session/use-workspace-switch.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { openOverlay } from './overlays.ts';

export default function WorkspaceMenu({ trigger }: { readonly trigger: ReactNode }) {
  const { workspace, workspaces } = useSession();
  const { switchTo, switching } = useWorkspaceSwitch();
  // A person without any workspace may make the first one.
  const mayCreate = useMay('editor') || workspaces.length === 0;
  const others = workspaces.filter((other) => other.id !== workspace?.id);
  return (
    <Menu className="max-h-[min(28rem,calc(100dvh-8rem))] w-60 overflow-y-auto" trigger={trigger} defaultOpen>
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{workspace?.name ?? workspaceLabels.none}</p>
        {workspace?.description ? <p className="text-xs break-words text-muted">{workspace.description}</p> : null}
      </div>
      {others.length > 0 ? (
        <>
          <MenuSeparator />
          <MenuLabel>{workspaceLabels.switchTo}</MenuLabel>
          {others.map((other) => (
            <MenuItem key={other.id} disabled={switching} onSelect={() => switchTo(other.id)}>
              <Building2 aria-hidden />
              <span className="truncate">{other.name}</span>
            </MenuItem>
          ))}
        </>
      ) : null}
      {mayCreate ? (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => openOverlay('createWorkspace')}>
            <Plus aria-hidden />
            {workspaceLabels.create}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  );
}
