/** The entries of the sidebar: the screens of screens.ts, with their icons. */
import {
  Bot,
  Building2,
  ChartNoAxesCombined,
  ClipboardCheck,
  Gauge,
  History,
  LayoutDashboard,
  Phone,
  PhoneCall,
  PhoneOutgoing,
  Radio,
  Settings,
  TrendingUp,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { Role } from '../../contract/endpoint.ts';
import { screenLabels, sidebarLabels } from '../../labels/shell-es.ts';
import { screenNames, screenDefinitions, sidebarSectionNames, type SidebarScreenName } from '../screens.ts';
import { isRoleAtLeast } from '../session/roles.ts';

interface SectionEntry {
  readonly href: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The letter that, typed after `g`, opens the screen of this sidebar entry. */
  readonly key: string;
  /** The lowest role that sees the sidebar entry. Undefined: every role sees it. */
  readonly role: Role | undefined;
}

export interface SidebarSectionWithEntries {
  readonly label: string;
  readonly entries: readonly SectionEntry[];
}

const icons: Readonly<Record<SidebarScreenName, LucideIcon>> = {
  dashboard: LayoutDashboard,
  liveRoom: Radio,
  newCampaign: PhoneCall,
  campaigns: History,
  callHistory: Phone,
  analytics: ChartNoAxesCombined,
  copc: Gauge,
  qualityReview: ClipboardCheck,
  agents: Bot,
  numbers: PhoneOutgoing,
  performance: TrendingUp,
  settings: Settings,
  workspaces: Building2,
  users: Users,
};

export const sidebarSectionEntries: readonly SidebarSectionWithEntries[] = sidebarSectionNames.map((section) => ({
  label: sidebarLabels[section],
  entries: screenNames.flatMap((name) => {
    const { entry, path, role } = screenDefinitions[name];
    if (entry?.section !== section) return [];
    const listed = name as SidebarScreenName;
    return [{ href: path, label: screenLabels[listed], Icon: icons[listed], key: entry.key, role: entry.role ?? role }];
  }),
}));

/**
 * Returns the sidebar entries that the user's role may open. If the role is null (no workspace), these are the entries
 * that are open to everybody.
 */
export function filterSidebarSectionsByRole(
  all: readonly SidebarSectionWithEntries[],
  role: Role | null,
): readonly SidebarSectionWithEntries[] {
  return all
    .map((section) => ({
      ...section,
      entries: section.entries.filter((entry) => entry.role === undefined || isRoleAtLeast(role, entry.role)),
    }))
    .filter(({ entries }) => entries.length > 0);
}
