/** The button that opens 'Configuración de Ayudas', and the badge that says that help is on. */
import { CircleHelp } from 'lucide-react';
import { lazy, type ReactNode } from 'react';
import { helpToggleLabels } from '../../labels/help-es.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { LazyPopup } from '../ui/lazy-popup.tsx';
import { useHelp } from './help-context.tsx';

const loadSettings = () => import('./help-settings.tsx');
const HelpSettings = lazy(loadSettings);

interface PanelProps {
  readonly trigger: ReactNode;
}
const panels = {
  below: ({ trigger }: PanelProps) => <HelpSettings trigger={trigger} side="bottom" align="end" />,
  above: ({ trigger }: PanelProps) => <HelpSettings trigger={trigger} side="top" align="start" />,
};

interface HelpToggleProps {
  /** Where the settings open, seen from the button. */
  readonly place?: keyof typeof panels;
  readonly className?: string;
}

/** One icon, in the accent's colour while help is shown here. */
export function HelpToggle({ place = 'below', className }: HelpToggleProps) {
  const { isShown } = useHelp();
  return (
    <LazyPopup
      kind="dialog"
      Panel={panels[place]}
      preload={() => void loadSettings()}
      trigger={
        <button
          type="button"
          aria-label={helpToggleLabels.settings}
          title={helpToggleLabels.settings}
          className={classNames(
            buttonClass({ variant: 'ghost', size: 'icon' }),
            isShown && 'text-accent-text',
            className,
          )}
        >
          <CircleHelp aria-hidden />
        </button>
      }
    />
  );
}

/** 'Ayudas activas', nothing while help is off. */
export function ActiveHelpBadge() {
  return useHelp().isShown ? (
    <Badge tone="accent">
      <CircleHelp aria-hidden />
      {helpToggleLabels.active}
    </Badge>
  ) : null;
}
