/** What the sidebar lists. An entry is added together with its screen: no link leads nowhere. */
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
  Settings,
  TrendingUp,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { Role } from '../../contract/endpoint.ts';
import { sidebarLabels } from '../../labels/shell-es.ts';
import { paths } from '../paths.ts';
import { isAtLeast } from '../session/roles.ts';

interface SectionEntry {
  readonly href: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** `g` and then this letter leads there. */
  readonly key?: string;
  /** The least role that sees it; everybody unless told. */
  readonly role?: Role;
}

export interface Section {
  readonly label: string;
  /** The least role that sees it; everybody unless told. */
  readonly role?: Role;
  readonly entries: readonly SectionEntry[];
}

export const sections: readonly Section[] = [
  {
    label: sidebarLabels.campaigns,
    entries: [
      { href: paths.dashboard(), label: sidebarLabels.dashboard, Icon: LayoutDashboard, key: 'd' },
      { href: paths.newCampaign(), label: sidebarLabels.newCampaign, Icon: PhoneCall, key: 'n', role: 'editor' },
      { href: paths.campaigns(), label: sidebarLabels.campaignHistory, Icon: History, key: 'h' },
      { href: paths.callHistory(), label: sidebarLabels.callHistory, Icon: Phone, key: 'l' },
    ],
  },
  {
    label: sidebarLabels.analysis,
    entries: [
      { href: paths.analytics(), label: sidebarLabels.analytics, Icon: ChartNoAxesCombined, key: 'y' },
      { href: paths.copc(), label: sidebarLabels.copc, Icon: Gauge, key: 'c' },
      { href: paths.qualityReview(), label: sidebarLabels.qualityReview, Icon: ClipboardCheck, key: 'q' },
    ],
  },
  {
    label: sidebarLabels.management,
    entries: [
      { href: paths.agents(), label: sidebarLabels.agents, Icon: Bot, key: 'a' },
      { href: paths.performance(), label: sidebarLabels.performance, Icon: TrendingUp, key: 'r' },
    ],
  },
  {
    label: sidebarLabels.admin,
    role: 'editor',
    entries: [
      { href: paths.settings(), label: sidebarLabels.settings, Icon: Settings, key: 's' },
      { href: paths.workspaces(), label: sidebarLabels.workspaces, Icon: Building2, key: 'w' },
      { href: paths.users(), label: sidebarLabels.users, Icon: Users, key: 'u' },
    ],
  },
];

/** What somebody with that role sees; without a workspace only what is open to everybody. No entry ends in 'Sin permisos'. */
export function visibleSections(all: readonly Section[], role: Role | null): readonly Section[] {
  const isOpen = (part: { readonly role?: Role }) => part.role === undefined || isAtLeast(role, part.role);
  return all.filter(isOpen).map((section) => ({ ...section, entries: section.entries.filter(isOpen) }));
}
