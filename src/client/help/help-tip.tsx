/** The small '?' beside a figure or field: what it counts, on hover, focus and tap. Gone while help is switched off. */
import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { actionLabels } from '../../labels/common-es.ts';
import { useGlance } from '../hooks/use-glance.ts';
import { useHelp } from './help-context.tsx';

const loadPanel = () => import('../ui/tooltip-panel.tsx');
const TooltipPanel = lazy(loadPanel);

interface HelpTipProps {
  /** Names the figure or field for screen readers. */
  readonly about: string;
  readonly text: string;
}

export function HelpTip({ about, text }: HelpTipProps) {
  const { isShown, delayMs } = useHelp();
  const id = useId();
  // Known once somebody reaches for it: told of as it is mounted, each of a screen's marks would be drawn twice.
  const [mark, setMark] = useState<HTMLButtonElement | null>(null);
  const glance = useGlance(delayMs);
  // The same room stays, so that switching help moves nothing.
  if (!isShown) return <span aria-hidden className="inline-flex size-3.5 shrink-0" />;
  const arrive = (button: HTMLButtonElement) => {
    void loadPanel();
    setMark(button);
    glance.arrive();
  };
  return (
    <>
      <button
        type="button"
        aria-label={`${actionLabels.moreInformation}: ${about}`}
        aria-describedby={glance.isOpen ? id : undefined}
        className="-m-1.25 inline-flex shrink-0 rounded-full p-1.25 text-muted hover:text-ink"
        onClick={(event) => {
          event.preventDefault();
          setMark(event.currentTarget);
          glance.toggle();
        }}
        onPointerEnter={({ pointerType, currentTarget }) => {
          if (pointerType !== 'touch') arrive(currentTarget);
        }}
        onPointerLeave={glance.leave}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) arrive(currentTarget);
        }}
        onBlur={glance.close}
      >
        <CircleHelp aria-hidden className="size-3.5" />
      </button>
      {glance.isOpen && mark ? (
        <Suspense fallback={null}>
          <TooltipPanel id={id} anchor={mark} side="top" glance={glance}>
            {text}
          </TooltipPanel>
        </Suspense>
      ) : null}
    </>
  );
}
