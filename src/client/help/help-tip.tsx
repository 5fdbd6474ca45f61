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
  const [mark, setMark] = useState<HTMLButtonElement | null>(null);
  const glance = useGlance(delayMs);
  // The same room stays, so that switching help moves nothing.
  if (!isShown) return <span aria-hidden className="inline-flex size-3.5 shrink-0" />;
  const arrive = () => {
    void loadPanel();
    glance.arrive();
  };
  return (
    <>
      <button
        ref={setMark}
        type="button"
        aria-label={`${actionLabels.moreInformation}: ${about}`}
        aria-describedby={glance.isOpen ? id : undefined}
        className="-m-1.25 inline-flex shrink-0 rounded-full p-1.25 text-muted hover:text-ink"
        onClick={(event) => {
          event.preventDefault();
          glance.toggle();
        }}
        onPointerEnter={({ pointerType }) => {
          if (pointerType !== 'touch') arrive();
        }}
        onPointerLeave={glance.leave}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) arrive();
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
