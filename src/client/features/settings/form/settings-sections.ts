/** The sections of the screen, in order, by their name in the address. */
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
import { screens } from '../../../screens.ts';
import { isAtLeast } from '../../../session/roles.ts';
import type { SettingsPart } from './settings-form.ts';

export type SettingsSection = keyof typeof settingsSectionLabels;

export interface SectionEntry {
  readonly name: SettingsSection;
  readonly Icon: LucideIcon;
  /** What of the form is edited there; none: the section saves by itself. */
  readonly parts: readonly SettingsPart[];
  /** Who sees the entry; everybody who sees the screen unless told. */
  readonly role?: Role;
  /** Only where people sign in by an identity provider. */
  readonly needsProvider?: true;
}

const first = {
  name: 'regional',
  Icon: Globe,
  parts: ['timeZone', 'dateLocale', 'currency', 'usdRate', 'secondFactor'],
} as const satisfies SectionEntry;

export const settingsSections: readonly SectionEntry[] = [
  first,
  { name: 'webhook', Icon: Webhook, parts: ['events'] },
  { name: 'notificaciones', Icon: BellRing, parts: ['notifications', 'alertEmails', 'outgoingWebhook', 'thresholds'] },
  { name: 'discado', Icon: PhoneOutgoing, parts: ['dialing', 'callingWindow', 'rulesOff', 'dailyAttempts'] },
  { name: 'no-llamar', Icon: Ban, parts: [] },
  { name: 'en-vivo', Icon: Radio, parts: ['liveReaders', 'listening', 'whispers', 'attention'] },
  { name: 'datos', Icon: UserRoundX, parts: ['retentionDays'] },
  { name: 'copc', Icon: AudioLines, parts: ['copc'] },
  { name: 'eventos', Icon: Send, parts: [], role: 'admin' },
  { name: 'ingreso', Icon: IdCard, parts: [], role: 'admin', needsProvider: true },
  { name: 'api', Icon: KeyRound, parts: [], role: 'admin' },
  { name: 'auditoria', Icon: ClipboardList, parts: [], role: 'admin' },
];

/** The sections that somebody of that role sees. */
export function listVisibleSections(role: Role | null, hasProvider: boolean): SectionEntry[] {
  return settingsSections.filter(
    (entry) =>
      isAtLeast(role, entry.role ?? screens.settings.role ?? 'operator') && (hasProvider || !entry.needsProvider),
  );
}

/** The section that a name in the address means; the first for any other. */
export function sectionNamed(name: string | null): SectionEntry {
  return settingsSections.find((section) => section.name === name) ?? first;
}
