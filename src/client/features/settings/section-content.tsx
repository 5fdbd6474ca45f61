/** The content of one section. */
import type { Settings } from '../../../contract/settings.ts';
import { AuditSection } from './audit/audit-section.tsx';
import { CopcSection } from './copc-section.tsx';
import { DialingSection } from './dialing/dialing-section.tsx';
import { DoNotCallSection } from './do-not-call/do-not-call-section.tsx';
import { NotificationsSection } from './notifications/notifications-section.tsx';
import { PersonalDataSection } from './personal-data/personal-data-section.tsx';
import { RegionalSection } from './regional-section.tsx';
import type { SettingsPath } from './form/settings-form.ts';
import type { SettingsSection } from './form/settings-sections.ts';
import { WebhookSection } from './webhook-section.tsx';

interface SectionContentProps {
  readonly name: SettingsSection;
  readonly base: Settings;
  readonly changes: readonly SettingsPath[];
}

export function SectionContent({ name, base, changes }: SectionContentProps) {
  switch (name) {
    case 'regional':
      return <RegionalSection base={base} />;
    case 'webhook':
      return <WebhookSection />;
    case 'notificaciones':
      return <NotificationsSection base={base} changes={changes} />;
    case 'discado':
      return <DialingSection />;
    case 'no-llamar':
      return <DoNotCallSection />;
    case 'datos':
      return <PersonalDataSection />;
    case 'copc':
      return <CopcSection />;
    case 'auditoria':
    default:
      return <AuditSection />;
  }
}
