/** The palette's entries for the person at hand: screens by role, campaigns, agents, and what can be done from anywhere. */
import {
  ArrowLeftRight,
  Bot,
  Building2,
  KeyRound,
  Keyboard,
  LifeBuoy,
  LogOut,
  Megaphone,
  Monitor,
  Moon,
  PanelLeft,
  Sun,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { wordFor } from '../../../labels/known.ts';
import { paletteLabels as labels } from '../../../labels/palette-es.ts';
import { userMenuLabels, workspaceLabels } from '../../../labels/shell-es.ts';
import { useAgents, useCampaigns } from '../../api/queries.ts';
import { useHelp } from '../../help/help-context.tsx';
import { setCollapsed, useSidebarState } from '../../layout/sidebar-state.ts';
import { paths } from '../../paths.ts';
import { isAtLeast } from '../../session/roles.ts';
import { useSession } from '../../session/session.ts';
import { useWorkspaceSwitch } from '../../session/use-workspace-switch.ts';
import { chooseTheme, themeChoices } from '../../theme/theme-choice.ts';
import { openOverlay } from '../overlays.ts';
import { sections, visibleSections } from '../sections.ts';
import { useLogout } from '../use-logout.ts';
import type { PaletteEntry } from './palette-entries.ts';

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

function useScreens(): readonly PaletteEntry[] {
  const { role } = useSession();
  const [, navigate] = useLocation();
  return visibleSections(sections, role).flatMap(({ label: section, entries }) =>
    entries.map(({ href, label, Icon, key }) => ({
      id: `screen:${href}`,
      kind: 'screen' as const,
      label,
      hint: section,
      keys: key === undefined ? undefined : ['g', key],
      Icon,
      run: () => navigate(href),
    })),
  );
}

function useCampaignsAndAgents(): readonly PaletteEntry[] {
  const [, navigate] = useLocation();
  const campaigns = useCampaigns().data?.items ?? [];
  const agents = useAgents().data ?? [];
  return [
    ...campaigns.map(({ id, name, status }) => ({
      id: `campaign:${id}`,
      kind: 'campaign' as const,
      label: name,
      hint: wordFor(campaignStatusLabels, status),
      words: labels.groups.campaign,
      Icon: Megaphone,
      run: () => navigate(paths.campaign(id)),
    })),
    ...agents.map(({ agent_id: id, agent_name: name }) => ({
      id: `agent:${id}`,
      kind: 'agent' as const,
      label: name || id,
      hint: `…${id.slice(-8)}`,
      words: `${labels.groups.agent} ${id}`,
      Icon: Bot,
      run: () => navigate(paths.callHistory({ agent: id })),
    })),
  ];
}

function useActions(): readonly PaletteEntry[] {
  const { workspace, workspaces, role } = useSession();
  const { switchTo } = useWorkspaceSwitch();
  const { collapsed } = useSidebarState();
  const help = useHelp();
  const logout = useLogout();
  const action = (id: string, entry: Omit<PaletteEntry, 'id' | 'kind'>): PaletteEntry => ({
    ...entry,
    id: `action:${id}`,
    kind: 'action',
  });
  return [
    ...workspaces
      .filter(({ id }) => id !== workspace?.id)
      .map(({ id, name }) =>
        action(`switch:${id}`, { label: labels.switchTo(name), Icon: ArrowLeftRight, run: () => switchTo(id) }),
      ),
    ...(isAtLeast(role, 'editor') || workspaces.length === 0
      ? [
          action('create-workspace', {
            label: workspaceLabels.create,
            Icon: Building2,
            run: () => openOverlay('createWorkspace'),
          }),
        ]
      : []),
    ...themeChoices.map((choice) =>
      action(`theme-${choice}`, {
        label: `${userMenuLabels.theme}: ${userMenuLabels[choice]}`,
        words: labels.themeWords[choice],
        Icon: themeIcons[choice],
        run: () => chooseTheme(choice),
      }),
    ),
    action('help', {
      label: help.enabled ? labels.hideHelp : labels.showHelp,
      Icon: LifeBuoy,
      run: () => help.setEnabled(!help.enabled),
    }),
    action('sidebar', {
      label: collapsed ? labels.expandSidebar : labels.collapseSidebar,
      Icon: PanelLeft,
      run: () => setCollapsed(!collapsed),
    }),
    action('shortcuts', {
      label: userMenuLabels.shortcuts,
      keys: ['?'],
      Icon: Keyboard,
      run: () => openOverlay('shortcuts'),
    }),
    action('password', {
      label: userMenuLabels.changePassword,
      words: labels.passwordWords,
      Icon: KeyRound,
      run: () => openOverlay('password'),
    }),
    action('logout', { label: userMenuLabels.logout, words: labels.logoutWords, Icon: LogOut, run: logout }),
  ];
}

export function usePaletteEntries(): readonly PaletteEntry[] {
  const screens = useScreens();
  const named = useCampaignsAndAgents();
  const actions = useActions();
  return [...screens, ...named, ...actions];
}
