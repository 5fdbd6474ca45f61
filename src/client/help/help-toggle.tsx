/** Button that opens the settings of contextual help, and a badge that shows that help is on. */
import { CircleHelp } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { helpToggleLabels } from '../../labels/help-es.ts';
import { Badge } from '../ui/badge.tsx';
import { getButtonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { LazyPopup } from '../ui/lazy-popup.tsx';
import { useScreenHelpState } from './help-context.tsx';

const loadSettings = () => import('./help-settings.tsx');
const HelpSettings = lazy(loadSettings);

interface PanelProps {
  readonly trigger: ReactNode;
}
const Panel = ({ trigger }: PanelProps) => <HelpSettings trigger={trigger} side="top" align="start" />;

/** Help button at the foot of the sidebar. It has the accent colour while help is on for this screen. */
export function HelpSettingsButton() {
  const { isShown } = useScreenHelpState();
  return (
    <LazyPopup
      kind="dialog"
      Panel={Panel}
      preload={() => void loadSettings()}
      trigger={
        <button
          type="button"
          aria-label={helpToggleLabels.settings}
          title={helpToggleLabels.settings}
          className={classNames(getButtonClasses({ variant: 'ghost', size: 'icon' }), isShown && 'text-accent-text')}
        >
          <CircleHelp aria-hidden />
        </button>
      }
    />
  );
}

/** 'Ayudas activas', nothing while help is off. */
export function ActiveHelpBadge() {
  return useScreenHelpState().isShown ? (
    <Badge tone="accent">
      <CircleHelp aria-hidden />
      {helpToggleLabels.active}
    </Badge>
  ) : null;
}
