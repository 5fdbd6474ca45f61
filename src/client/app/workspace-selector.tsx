/**
 * Selector 'Workspace Activo', which shows the current workspace. Its menu (workspace-menu.tsx) switches to another
 * workspace or creates a new one.
 */
import { Building2, ChevronsUpDown } from 'lucide-react';
import { getRoleName } from '../../labels/roles-es.ts';
import { workspaceSelectorLabels } from '../../labels/shell-es.ts';
import { useSession } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { LazyPopup } from '../ui/lazy-popup.tsx';
import { lazyWithIdlePreload } from '../ui/idle-code.ts';

const loadMenu = () => import('./workspace-menu.tsx');
const WorkspaceMenu = lazyWithIdlePreload(loadMenu);

export function WorkspaceSelector({ collapsed }: { readonly collapsed: boolean }) {
  const { workspace } = useSession();
  const name = workspace?.name ?? workspaceSelectorLabels.none;
  return (
    <div className={collapsed ? undefined : 'w-full'}>
      {collapsed ? null : <p className="mb-1 px-1 text-xs font-medium text-muted">{workspaceSelectorLabels.heading}</p>}
      <LazyPopup
        kind="menu"
        Panel={WorkspaceMenu}
        preload={() => void loadMenu()}
        trigger={
          <button
            type="button"
            className={classNames(
              'flex items-center gap-2 rounded-md border border-line bg-ground text-left transition-colors hover:bg-sunken',
              collapsed ? 'size-10 justify-center' : 'min-h-13 w-full px-2.5 py-1.5',
            )}
          >
            <Building2 aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="sr-only">
              {workspaceSelectorLabels.heading}: {collapsed ? name : null}
            </span>
            {collapsed ? null : (
              <>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{name}</span>
                  {workspace ? (
                    <span className="block truncate text-xs text-muted">
                      {[getRoleName(workspace.role), workspace.description].filter(Boolean).join(' · ')}
                    </span>
                  ) : null}
                </span>
                <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
              </>
            )}
          </button>
        }
      />
    </div>
  );
}
