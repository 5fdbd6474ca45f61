/** Collects the command palette's entries for the user: screens by role, campaigns, agents and global actions. */
import {
  ArrowLeftRight,
  Bot,
  Braces,
  Building2,
  CirclePause,
  CirclePlay,
  CircleStop,
  Download,
  Fingerprint,
  IdCard,
  KeyRound,
  Keyboard,
  Mail,
  LifeBuoy,
  ListFilter,
  LogOut,
  Megaphone,
  Monitor,
  MonitorSmartphone,
  Moon,
  PanelLeft,
  ShieldCheck,
  Sun,
  Trash2,
  UserPlus,
} from 'lucide-react';
import { useLocation } from 'wouter';
import { apiReferenceLabels } from '../../../labels/api-reference-es.ts';
import { campaignsLabels } from '../../../labels/campaigns-es.ts';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { getLabelOrUnknown } from '../../../labels/known.ts';
import { commandPaletteLabels as labels } from '../../../labels/palette-es.ts';
import { ownOidcIdentityLabels } from '../../../labels/own-identity-es.ts';
import { settingsLabels, settingsSectionLabels } from '../../../labels/settings-es.ts';
import { userMenuLabels, workspaceSelectorLabels } from '../../../labels/shell-es.ts';
import { usersLabels } from '../../../labels/users-es.ts';
import { inviteUserLabels } from '../../../labels/workspaces-es.ts';
import { useAgentNames, useCampaigns } from '../../api/queries.ts';
import { startCallExport } from '../../features/call-history/call-export.ts';
import { getAllowedCampaignActions } from '../../features/campaigns/campaign-actions.ts';
import { useCampaignControlMutation } from '../../features/campaigns/use-campaign-control.ts';
import { listVisibleSettingsSections } from '../../features/settings/form/settings-sections.ts';
import { suggestCallHistoryFiltersFromWords } from '../../format/filter-words.ts';
import {
  readCallHistoryFiltersFromUrl,
  readCallHistorySortFromUrl,
  toCallFiltersQuery,
} from '../../format/history-filters.ts';
import { useScreenHelpState } from '../../help/help-context.tsx';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { setSidebarCollapsed, useSidebarState } from '../../layout/sidebar-state.ts';
import { screenPaths } from '../../paths.ts';
import { isRoleAtLeast } from '../../session/roles.ts';
import { useAppInfo, useHasRole, useSession, useWorkspaceTimeZone } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { useWorkspaceSwitch } from '../../session/use-workspace-switch.ts';
import { saveThemeChoice, themeChoices } from '../../theme/theme-choice.ts';
import { openDialog } from '../overlays.ts';
import { sidebarSectionEntries, filterSidebarSectionsByRole } from '../sections.ts';
import { useLogout } from '../use-logout.ts';
import type { CommandPaletteEntry } from './palette-entries.ts';

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

function useScreens(): readonly CommandPaletteEntry[] {
  const { role } = useSession();
  const [, navigate] = useLocation();
  return filterSidebarSectionsByRole(sidebarSectionEntries, role).flatMap(({ label: section, entries }) =>
    entries.map(({ href, label, Icon, key }) => ({
      id: `screen:${href}`,
      kind: 'screen' as const,
      label,
      hint: section,
      keys: key === undefined ? undefined : ['g', key],
      Icon,
      place: href,
      run: () => navigate(href),
    })),
  );
}

function useSettingsSections(): readonly CommandPaletteEntry[] {
  const { role } = useSession();
  const [, navigate] = useLocation();
  const hasProvider = (useAppInfo().data?.signIn.oidc ?? null) !== null;
  const listed = listVisibleSettingsSections(role, hasProvider);
  return [
    ...listed.map(({ name, Icon }) => ({
      id: `setting:${name}`,
      kind: 'setting' as const,
      label: settingsSectionLabels[name],
      hint: settingsLabels.title,
      words: labels.settingWords[name],
      Icon,
      isSearchedOnly: true,
      run: () => navigate(screenPaths.settings(name)),
    })),
    // The API reference is open to every role and is not in the sidebar, so the palette adds it here.
    {
      id: 'screen:reference',
      kind: 'screen',
      label: apiReferenceLabels.title,
      Icon: Braces,
      isSearchedOnly: true,
      place: screenPaths.apiReference(),
      run: () => navigate(screenPaths.apiReference()),
    },
  ];
}

const mostFilters = 4;

/** Palette entries that open the call history filtered by a result, tag or disconnection reason named in the query. */
function useFilteredCalls(query: string): readonly CommandPaletteEntry[] {
  const { workspace } = useSession();
  const [, navigate] = useLocation();
  if (workspace === null) return [];
  return suggestCallHistoryFiltersFromWords(query)
    .slice(0, mostFilters)
    .map(({ filter, value, word, name }) => ({
      id: `filter:${filter}:${value}`,
      kind: 'filter',
      label: labels.filteredCalls(word),
      hint: name,
      // Add the query to the entry's search words, because the palette would otherwise drop a filter that was found by
      // a synonym.
      words: query,
      Icon: ListFilter,
      isSearchedOnly: true,
      run: () => navigate(screenPaths.callHistory({ [filter]: value })),
    }));
}

const changeIcons = { pause: CirclePause, resume: CirclePlay, stop: CircleStop, remove: Trash2 } as const;

/** Palette entries that pause, resume, stop or delete a campaign, as its state allows. Some ask for confirmation. */
function useCampaignChanges(): readonly CommandPaletteEntry[] {
  const mayChange = useHasRole('editor');
  const campaigns = useCampaigns().data?.items ?? [];
  const control = useCampaignControlMutation();
  if (!mayChange) return [];
  return campaigns.flatMap((campaign) => {
    const { buttons, more } = getAllowedCampaignActions(campaign.status);
    return [...buttons, ...more].map((change) => ({
      id: `action:${change}:${campaign.id}`,
      kind: 'action' as const,
      label: labels.campaignChange(campaignsLabels[change], campaign.name),
      hint: getLabelOrUnknown(campaignStatusLabels, campaign.status),
      Icon: changeIcons[change],
      isSearchedOnly: true,
      run:
        change === 'stop' || change === 'remove'
          ? { campaign, change }
          : () => control.mutate({ id: campaign.id, change }),
    }));
  });
}

function useCampaignsAndAgents(): readonly CommandPaletteEntry[] {
  const [, navigate] = useLocation();
  const campaigns = useCampaigns().data?.items ?? [];
  const agents = useAgentNames().data ?? [];
  return [
    ...campaigns.map(({ id, name, status }) => ({
      id: `campaign:${id}`,
      kind: 'campaign' as const,
      label: name,
      hint: getLabelOrUnknown(campaignStatusLabels, status),
      words: labels.groups.campaign,
      Icon: Megaphone,
      place: screenPaths.campaign(id),
      run: () => navigate(screenPaths.campaign(id)),
    })),
    ...agents.map(({ agent_id: id, agent_name: name }) => ({
      id: `agent:${id}`,
      kind: 'agent' as const,
      label: name || id,
      hint: `…${id.slice(-8)}`,
      words: `${labels.groups.agent} ${id}`,
      Icon: Bot,
      place: screenPaths.agent(id),
      run: () => navigate(screenPaths.agent(id)),
    })),
  ];
}

/** Palette entry that exports calls: those of the call history's filters if that screen is open, otherwise all. */
function useCallExportAction(): () => void {
  const zone = useWorkspaceTimeZone();
  const format = useRegionalFormat();
  const [location, navigate] = useLocation();
  const [search] = useUrlSearchState();
  return () => {
    const isThere = location === screenPaths.callHistory();
    const shown = isThere ? search : new URLSearchParams();
    if (!isThere) navigate(screenPaths.callHistory());
    void startCallExport({
      query: toCallFiltersQuery(readCallHistoryFiltersFromUrl(shown), zone, readCallHistorySortFromUrl(shown)),
      write: format.count,
    });
  };
}

function useActions(): readonly CommandPaletteEntry[] {
  const { workspace, workspaces, role } = useSession();
  const { switchTo } = useWorkspaceSwitch();
  const { collapsed } = useSidebarState();
  const help = useScreenHelpState();
  const logout = useLogout();
  const provider = useAppInfo().data?.signIn.oidc ?? null;
  const exportCalls = useCallExportAction();
  const [, navigate] = useLocation();
  const action = (id: string, entry: Omit<CommandPaletteEntry, 'id' | 'kind'>): CommandPaletteEntry => ({
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
    ...(isRoleAtLeast(role, 'editor') || workspaces.length === 0
      ? [
          action('create-workspace', {
            label: workspaceSelectorLabels.create,
            Icon: Building2,
            run: () => openDialog('createWorkspace'),
          }),
        ]
      : []),
    ...(isRoleAtLeast(role, 'admin')
      ? [
          action('invite', {
            label: inviteUserLabels.title,
            Icon: UserPlus,
            run: () => navigate(screenPaths.workspaces('invitar')),
          }),
          action('create-user', {
            label: usersLabels.create,
            words: labels.createUserWords,
            Icon: UserPlus,
            run: () => navigate(screenPaths.users('nuevo')),
          }),
        ]
      : []),
    ...(workspace === null
      ? []
      : [action('export', { label: labels.exportCalls, words: labels.exportWords, Icon: Download, run: exportCalls })]),
    ...themeChoices.map((choice) =>
      action(`theme-${choice}`, {
        label: `${userMenuLabels.theme}: ${userMenuLabels[choice]}`,
        words: labels.themeWords[choice],
        Icon: themeIcons[choice],
        run: () => saveThemeChoice(choice),
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
      run: () => setSidebarCollapsed(!collapsed),
    }),
    action('shortcuts', {
      label: userMenuLabels.shortcuts,
      keys: ['?'],
      Icon: Keyboard,
      run: () => openDialog('shortcuts'),
    }),
    action('password', {
      label: userMenuLabels.changePassword,
      words: labels.passwordWords,
      Icon: KeyRound,
      run: () => openDialog('password'),
    }),
    action('second-factor', {
      label: userMenuLabels.secondFactor,
      Icon: ShieldCheck,
      run: () => openDialog('secondFactor'),
    }),
    action('own-email', {
      label: userMenuLabels.ownEmail,
      Icon: Mail,
      run: () => openDialog('ownEmail'),
    }),
    ...(provider === null
      ? []
      : [
          action('own-identity', {
            label: ownOidcIdentityLabels.menu(provider),
            Icon: IdCard,
            run: () => openDialog('ownIdentity'),
          }),
        ]),
    action('sessions', {
      label: userMenuLabels.sessions,
      words: labels.sessionsWords,
      Icon: MonitorSmartphone,
      run: () => openDialog('sessions'),
    }),
    action('passkeys', {
      label: userMenuLabels.passkeys,
      Icon: Fingerprint,
      run: () => openDialog('passkeys'),
    }),
    action('logout', { label: userMenuLabels.logout, words: labels.logoutWords, Icon: LogOut, run: logout }),
  ];
}

export function useCommandPaletteEntries(query: string): readonly CommandPaletteEntry[] {
  const all = [
    useScreens(),
    useFilteredCalls(query),
    useSettingsSections(),
    useCampaignsAndAgents(),
    useCampaignChanges(),
    useActions(),
  ];
  return all.flat();
}
