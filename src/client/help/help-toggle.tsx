/** The button that opens 'Configuración de Ayudas', and the badge that says that help is on. */
import { CircleHelp } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useId } from 'react';
import { stateLabels } from '../../labels/common-es.ts';
import { helpLabels } from '../../labels/help-es.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { useHelp } from './help-context.tsx';

const loadSettings = () => import('./help-settings.tsx');
const HelpSettings = lazy(loadSettings);

interface HelpToggleProps {
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly className?: string;
}

/** One icon, in the accent's colour while help is shown here. */
export function HelpToggle({ side = 'bottom', align = 'end', className }: HelpToggleProps) {
  const { isShown } = useHelp();
  const titleId = useId();
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={helpLabels.settings}
        title={helpLabels.settings}
        className={classNames(buttonClass({ variant: 'ghost', size: 'icon' }), isShown && 'text-accent-text', className)}
        onPointerEnter={() => void loadSettings()}
        onFocus={() => void loadSettings()}
      >
        <CircleHelp aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-labelledby={titleId}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 w-80 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface shadow-pop outline-none data-[state=open]:animate-enter"
        >
          <Suspense
            fallback={
              <p id={titleId} className="p-4 text-muted">
                {stateLabels.loading}
              </p>
            }
          >
            <HelpSettings titleId={titleId} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** 'Ayudas activas', nothing while help is off. */
export function ActiveHelpBadge() {
  return useHelp().isShown ? (
    <Badge tone="accent">
      <CircleHelp aria-hidden />
      {helpLabels.active}
    </Badge>
  ) : null;
}
