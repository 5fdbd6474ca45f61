/** The signed-in user at the bottom of the sidebar, as an avatar if it is collapsed, with a menu on click. */
import { ChevronsUpDown } from 'lucide-react';
import { userMenuLabels } from '../../labels/shell-es.ts';
import { useSession } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { LazyPopup } from '../ui/lazy-popup.tsx';
import { lazyWithIdlePreload } from '../ui/idle-code.ts';

const loadMenu = () => import('./user-menu-panel.tsx');
const UserMenuPanel = lazyWithIdlePreload(loadMenu);

/** Initials for the avatar: the username's first two letters in upper case, or 'FA' if it is empty. */
export function getAvatarInitials(username: string | undefined): string {
  return username?.trim().slice(0, 2).toUpperCase() || userMenuLabels.unknownInitials;
}

export function UserMenu({ collapsed }: { readonly collapsed: boolean }) {
  const { user } = useSession();
  const name = user.username || userMenuLabels.unknownName;
  const email = user.email || userMenuLabels.unknownEmail;
  return (
    <LazyPopup
      kind="menu"
      Panel={UserMenuPanel}
      preload={() => void loadMenu()}
      trigger={
        <button
          type="button"
          className={classNames(
            'flex items-center gap-3 rounded-md text-left transition-colors hover:bg-sunken',
            collapsed ? 'size-10 justify-center' : 'w-full px-2 py-1.5',
          )}
        >
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text"
          >
            {getAvatarInitials(user.username)}
          </span>
          <span className="sr-only">
            {userMenuLabels.menu}: {collapsed ? name : null}
          </span>
          {collapsed ? null : (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-xs text-muted">{email}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
            </>
          )}
        </button>
      }
    />
  );
}
