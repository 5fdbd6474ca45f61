/** The content of one section. */
import type { Settings } from '../../../contract/settings.ts';
import { CopcSection } from './copc-section.tsx';
import { DialingSection } from './dialing/dialing-section.tsx';
import { NotificationsSection } from './notifications/notifications-section.tsx';
import { PersonalDataSection } from './personal-data/personal-data-section.tsx';
import { RegionalSection } from './regional-section.tsx';
import type { SettingsPath } from './form/settings-form.ts';
import type { SettingsSection } from './form/settings-sections.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WebhookSection } from './webhook-section.tsx';

const apiSection = lazyPart(() => import('./api/api-section.tsx'));
const auditSection = lazyPart(() => import('./audit/audit-section.tsx'));
const eventsSection = lazyPart(() => import('./events/events-section.tsx'));
const signOnSection = lazyPart(() => import('./sign-on/sign-on-section.tsx'));
const liveSection = lazyPart(() => import('./live-section.tsx'));
const doNotCallSection = lazyPart(() => import('./do-not-call/do-not-call-section.tsx'));

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
      return <doNotCallSection.Part />;
    case 'en-vivo':
      return <liveSection.Part />;
    case 'datos':
      return <PersonalDataSection />;
    case 'copc':
      return <CopcSection />;
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
