/** Popover that is open when mounted, for `LazyPopup`. Its content must take the focus itself. */
import { Popover } from 'radix-ui';
import { useState, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface OpenPopoverProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly className?: string;
  readonly children: (close: () => void) => ReactNode;
}

export function InitiallyOpenPopover({ trigger, label, className, children }: OpenPopoverProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            'z-50 flex max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] flex-col overflow-y-auto rounded-lg border border-line bg-surface shadow-pop data-[state=open]:animate-enter',
            className,
          )}
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          {children(() => setOpen(false))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
