/** Who is signed in, the theme, and the way out. */
import { LogOut, Monitor, Moon, Sun, SunMoon } from 'lucide-react';
import { userMenuLabels } from '../../labels/shell-es.ts';
import { toastTitles } from '../../labels/common-es.ts';
import { ConnectionError } from '../api/api-error.ts';
import { useSession, useSessionActions } from '../session/session.ts';
import { chooseTheme, themeChoices, useThemeChoice } from '../theme/theme-choice.ts';
import { classNames } from '../ui/class-names.ts';
import { Menu, MenuChoices, MenuItem, MenuSeparator, MenuSub } from '../ui/menu.tsx';
import { toast } from '../ui/toast.ts';

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

/** First two letters of the username in upper case, or 'FA' when there is none. */
export function avatarInitials(username: string | undefined): string {
  return username?.trim().slice(0, 2).toUpperCase() || userMenuLabels.unknownInitials;
}

export function UserMenu({ collapsed }: { readonly collapsed: boolean }) {
  const { user } = useSession();
  const { logout } = useSessionActions();
  const theme = useThemeChoice();
  const name = user.username || userMenuLabels.unknownName;
  const email = user.email || userMenuLabels.unknownEmail;

  async function leave(): Promise<void> {
    try {
      await logout();
      toast.good(userMenuLabels.logoutTitle, userMenuLabels.logoutText);
    } catch (error) {
      toast.bad(toastTitles.error, error instanceof ConnectionError ? userMenuLabels.logoutConnection : userMenuLabels.logoutFailed);
    }
  }

  return (
    <Menu
      side="top"
      className="w-60"
      trigger={
        <button
          type="button"
          className={classNames('flex w-full items-center gap-3 rounded-md text-left transition-colors hover:bg-sunken', collapsed ? 'justify-center p-1' : 'p-2')}
        >
          <span aria-hidden className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text">
            {avatarInitials(user.username)}
          </span>
          <span className="sr-only">
            {userMenuLabels.menu}: {collapsed ? name : null}
          </span>
          {collapsed ? null : (
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-xs text-muted">{email}</span>
            </span>
          )}
        </button>
      }
    >
      <MenuSub
        label={
          <>
            <SunMoon aria-hidden />
            {userMenuLabels.theme}
          </>
        }
      >
        <MenuChoices
          value={theme}
          onChange={(value) => chooseTheme(themeChoices.find((choice) => choice === value) ?? 'system')}
          options={themeChoices.map((choice) => {
            const Icon = themeIcons[choice];
            return {
              value: choice,
              label: (
                <>
                  <Icon aria-hidden />
                  {userMenuLabels[choice]}
                </>
              ),
            };
          })}
        />
      </MenuSub>
      <MenuSeparator />
      <MenuItem onSelect={() => void leave()}>
        <LogOut aria-hidden />
        {userMenuLabels.logout}
      </MenuItem>
    </Menu>
  );
}
