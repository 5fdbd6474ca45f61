/**
 * The user menu: workspaces, dialogs of the user's account, theme, wall display, keyboard shortcuts, and signing out.
 */
import {
  Building2,
  Fingerprint,
  IdCard,
  KeyRound,
  Keyboard,
  Mail,
  LogOut,
  Monitor,
  MonitorSmartphone,
  Moon,
  Presentation,
  ShieldCheck,
  Sun,
  SunMoon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { userMenuLabels } from '../../labels/shell-es.ts';
import { ownOidcIdentityLabels } from '../../labels/own-identity-es.ts';
import { wallDisplayLabels } from '../../labels/wall-es.ts';
import { setSidebarDrawerOpen } from '../layout/sidebar-state.ts';
import { screenPaths } from '../paths.ts';
import { useAppInfo } from '../session/session.ts';
import { saveThemeChoice, themeChoices, useThemeChoice } from '../theme/theme-choice.ts';
import { Menu, MenuRadioItems, MenuItem, MenuSeparator, MenuSubmenu } from '../ui/menu.tsx';
import { openDialog } from './overlays.ts';
import { useLogout } from './use-logout.ts';

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

export default function UserMenuPanel({ trigger }: { readonly trigger: ReactNode }) {
  const theme = useThemeChoice();
  const logout = useLogout();
  const provider = useAppInfo().data?.signIn.oidc ?? null;
  const [, navigate] = useLocation();

  function openWorkspaces(): void {
    setSidebarDrawerOpen(false);
    navigate(screenPaths.workspaces());
  }

  function openWall(): void {
    setSidebarDrawerOpen(false);
    navigate(screenPaths.wall());
  }

  return (
    <Menu side="top" className="w-60" trigger={trigger} defaultOpen>
      <MenuItem onSelect={openWorkspaces}>
        <Building2 aria-hidden />
        {userMenuLabels.workspace}
      </MenuItem>
      <MenuItem onSelect={() => openDialog('password')}>
        <KeyRound aria-hidden />
        {userMenuLabels.changePassword}
      </MenuItem>
      <MenuItem onSelect={() => openDialog('secondFactor')}>
        <ShieldCheck aria-hidden />
        {userMenuLabels.secondFactor}
      </MenuItem>
      <MenuItem onSelect={() => openDialog('ownEmail')}>
        <Mail aria-hidden />
        {userMenuLabels.ownEmail}
      </MenuItem>
      <MenuItem onSelect={() => openDialog('sessions')}>
        <MonitorSmartphone aria-hidden />
        {userMenuLabels.sessions}
      </MenuItem>
      <MenuItem onSelect={() => openDialog('passkeys')}>
        <Fingerprint aria-hidden />
        {userMenuLabels.passkeys}
      </MenuItem>
      {provider === null ? null : (
        <MenuItem onSelect={() => openDialog('ownIdentity')}>
          <IdCard aria-hidden />
          {ownOidcIdentityLabels.menu(provider)}
        </MenuItem>
      )}
      <MenuSubmenu
        label={
          <>
            <SunMoon aria-hidden />
            {userMenuLabels.theme}
          </>
        }
      >
        <MenuRadioItems
          value={theme}
          onChange={(value) => saveThemeChoice(themeChoices.find((choice) => choice === value) ?? 'system')}
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
      </MenuSubmenu>
      <MenuItem onSelect={openWall}>
        <Presentation aria-hidden />
        {wallDisplayLabels.open}
      </MenuItem>
      <MenuItem onSelect={() => openDialog('shortcuts')}>
        <Keyboard aria-hidden />
        {userMenuLabels.shortcuts}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={logout}>
        <LogOut aria-hidden />
        {userMenuLabels.logout}
      </MenuItem>
    </Menu>
  );
}
