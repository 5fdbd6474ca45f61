/** Words on hover and focus. `HelpTip` is the small '?' beside a figure: it also opens by tap. */
import { CircleHelp } from 'lucide-react';
import { Tooltip as Primitive } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { actionLabels } from '../../labels/common-es.ts';

const panel = 'z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs text-ground shadow-pop data-[state=delayed-open]:animate-enter';

/** Stands once around the application. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return <Primitive.Provider delayDuration={400}>{children}</Primitive.Provider>;
}

interface TooltipProps {
  readonly text: ReactNode;
  /** One focusable element that forwards its ref. It needs a name of its own: a tooltip is not a label. */
  readonly children: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** False: only the element, no tooltip. */
  readonly enabled?: boolean;
}

export function Tooltip({ text, children, side = 'top', enabled = true }: TooltipProps) {
  if (!enabled) return children;
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content side={side} sideOffset={6} collisionPadding={8} className={panel}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** What a figure counts. `about` names the figure for screen readers. */
export function HelpTip({ about, text }: { readonly about: string; readonly text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>
        <button
          type="button"
          aria-label={`${actionLabels.moreInformation}: ${about}`}
          className="-m-1 inline-flex rounded-full p-1 text-muted hover:text-ink"
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          <CircleHelp aria-hidden className="size-3.5" />
        </button>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content side="top" sideOffset={6} collisionPadding={8} className={panel}>
          {text}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
