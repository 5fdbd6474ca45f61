/** The content of one section. */
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import { CopcSettingsSection } from './copc-section.tsx';
import { DialingSettingsSection } from './dialing/dialing-section.tsx';
import { NotificationsSection } from './notifications/notifications-section.tsx';
import { PersonalDataSection } from './personal-data/personal-data-section.tsx';
import { RegionalSection } from './regional-section.tsx';
import type { SettingsFieldPath } from './form/settings-form.ts';
import type { SettingsSectionName } from './form/settings-sections.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { ProviderWebhookSection } from './webhook-section.tsx';

const apiSection = createLazyComponent(() => import('./api/api-section.tsx'));
const auditSection = createLazyComponent(() => import('./audit/audit-section.tsx'));
const eventsSection = createLazyComponent(() => import('./events/events-section.tsx'));
const signOnSection = createLazyComponent(() => import('./sign-on/sign-on-section.tsx'));
const liveSection = createLazyComponent(() => import('./live-section.tsx'));
const doNotCallSection = createLazyComponent(() => import('./do-not-call/do-not-call-section.tsx'));

interface SectionContentProps {
  readonly name: SettingsSectionName;
  readonly base: WorkspaceSettings;
  readonly changes: readonly SettingsFieldPath[];
}

export function SettingsSectionContent({ name, base, changes }: SectionContentProps) {
  switch (name) {
    case 'regional':
      return <RegionalSection base={base} />;
    case 'webhook':
      return <ProviderWebhookSection />;
    case 'notificaciones':
      return <NotificationsSection base={base} changes={changes} />;
    case 'discado':
      return <DialingSettingsSection />;
    case 'no-llamar':
      return <doNotCallSection.Part />;
    case 'en-vivo':
      return <liveSection.Part />;
    case 'datos':
      return <PersonalDataSection />;
    case 'copc':
      return <CopcSettingsSection />;
    case 'eventos':
      return <eventsSection.Part />;
    case 'ingreso':
      return <signOnSection.Part />;
    case 'api':
      return <apiSection.Part />;
    case 'auditoria':
    default:
      return <auditSection.Part />;
  }
}
