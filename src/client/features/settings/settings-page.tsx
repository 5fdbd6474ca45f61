/** 'Configuración': what the workspace sets for itself, a section at a time (`?seccion=…`). */
import { settingsLabels } from '../../../labels/settings-es.ts';
import { Page } from '../../layout/page.tsx';

export default function SettingsPage() {
  return <Page title={settingsLabels.title}>{null}</Page>;
}
