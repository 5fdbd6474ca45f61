/** List of the settings sections, in the order of the screen's navigation, with their names in the URL. */
import {
  AudioLines,
  Ban,
  BellRing,
  ClipboardList,
  Globe,
  IdCard,
  KeyRound,
  PhoneOutgoing,
  Radio,
  Send,
  UserRoundX,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { Role } from '../../../../contract/endpoint.ts';
import { settingsSectionLabels } from '../../../../labels/settings-es.ts';
import { screenDefinitions } from '../../../screens.ts';
import { isRoleAtLeast } from '../../../session/roles.ts';

export type SettingsSectionName = keyof typeof settingsSectionLabels;

export interface SettingsSectionEntry {
  readonly name: SettingsSectionName;
  readonly Icon: LucideIcon;
  /** Lowest role that sees the settings section. If undefined, every role sees it. */
  readonly role?: Role;
  readonly needsProvider?: true;
}

const first = { name: 'regional', Icon: Globe } as const satisfies SettingsSectionEntry;

export const settingsSections: readonly SettingsSectionEntry[] = [
  first,
  { name: 'webhook', Icon: Webhook },
  { name: 'notificaciones', Icon: BellRing },
  { name: 'discado', Icon: PhoneOutgoing },
  { name: 'no-llamar', Icon: Ban },
  { name: 'en-vivo', Icon: Radio },
  { name: 'datos', Icon: UserRoundX },
  { name: 'copc', Icon: AudioLines },
  { name: 'eventos', Icon: Send, role: 'admin' },
  { name: 'ingreso', Icon: IdCard, role: 'admin', needsProvider: true },
  { name: 'api', Icon: KeyRound, role: 'admin' },
  { name: 'auditoria', Icon: ClipboardList, role: 'admin' },
];

/** Settings sections that a person with this role sees. */
export function listVisibleSettingsSections(role: Role | null, hasProvider: boolean): SettingsSectionEntry[] {
  return settingsSections.filter(
    (entry) =>
      isRoleAtLeast(role, entry.role ?? screenDefinitions.settings.role ?? 'operator') &&
      (hasProvider || !entry.needsProvider),
  );
}

export function findSettingsSection(name: string | null): SettingsSectionEntry {
  return settingsSections.find((section) => section.name === name) ?? first;
}
