/** The small '?' beside a figure or field: what it counts, on hover, focus and tap. Gone while help is switched off. */
import { CircleHelp } from 'lucide-react';
import { Tooltip as Primitive } from 'radix-ui';
import { useState } from 'react';
import { actionLabels } from '../../labels/common-es.ts';
import { tooltipPanel } from '../ui/tooltip.tsx';
import { useHelp } from './help-context.tsx';

interface HelpTipProps {
  /** Names the figure or field for screen readers. */
  readonly about: string;
  readonly text: string;
}

export function HelpTip({ about, text }: HelpTipProps) {
  const { isShown, delayMs } = useHelp();
  const [open, setOpen] = useState(false);
  // The same room stays, so that switching help moves nothing.
  if (!isShown) return <span aria-hidden className="inline-flex size-3.5 shrink-0" />;
  return (
    <Primitive.Root open={open} onOpenChange={setOpen} delayDuration={delayMs}>
      <Primitive.Trigger asChild>
        <button
          type="button"
          aria-label={`${actionLabels.moreInformation}: ${about}`}
          className="-m-1 inline-flex shrink-0 rounded-full p-1 text-muted hover:text-ink"
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          <CircleHelp aria-hidden className="size-3.5" />
        </button>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content side="top" sideOffset={6} collisionPadding={8} className={tooltipPanel}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
