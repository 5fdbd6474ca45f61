/** Which section shows; the ones that are not the first come when they are opened. */
import type { Settings } from '../../../contract/settings.ts';
import { RegionalSection } from './regional-section.tsx';
import type { SettingsPath } from './settings-form.ts';
import type { SettingsSection } from './settings-sections.ts';

interface SectionContentProps {
  readonly name: SettingsSection;
  readonly base: Settings;
  readonly changes: readonly SettingsPath[];
}

export function SectionContent({ name, base }: SectionContentProps) {
  switch (name) {
    case 'regional':
      return <RegionalSection base={base} />;
    default:
      return null;
  }
}
