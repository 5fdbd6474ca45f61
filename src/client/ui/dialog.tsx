/** Modal dialog in the centre, and drawer at the left. Esc or a click outside closes it and returns the focus. */
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { commonActionLabels } from '../../labels/common-es.ts';
import { getButtonClasses } from './button.tsx';
import { classNames } from './class-names.ts';
import { useDialogReturnFocus } from './return-focus.ts';

interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
  readonly className?: string;
  /** True to ignore clicks outside of the dialog, so that typed input is not lost by a slip. */
  readonly keepsOpen?: boolean;
  /**
   * True for a dialog that contains only text. The dialog itself then takes the focus, so that keys scroll the text.
   */
  readonly isText?: boolean;
}

/** Focuses the first field of the dialog, or the chosen radio button. */
function focusFirstField(event: Event): void {
  const dialog = event.currentTarget as HTMLElement;
  const field =
    dialog.querySelector<HTMLElement>(':is(input:not([type=radio]), select, textarea):not(:disabled)') ??
    dialog.querySelector<HTMLElement>('input[type=radio]:checked');
  if (!field) return;
  event.preventDefault();
  field.focus();
}

const scrim = 'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-enter';

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  className,
  keepsOpen = false,
  isText = false,
}: DialogProps) {
  const focus = useDialogReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={scrim} />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={(event) => {
            if (keepsOpen) event.preventDefault();
          }}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus();
            focusFirstField(event);
          }}
          className={classNames(
            'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] base:max-w-lg -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-line bg-surface shadow-pop data-[state=open]:animate-enter',
            className,
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b border-line px-6 py-4">
            <div className="min-w-0">
              <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
              {description ? (
                <Primitive.Description className="mt-1 text-muted">{description}</Primitive.Description>
              ) : null}
            </div>
            <Primitive.Close
              className={getButtonClasses({ variant: 'ghost', size: 'icon', className: '-mr-2' })}
              aria-label={commonActionLabels.close}
            >
              <X aria-hidden />
            </Primitive.Close>
          </header>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls takes the keyboard for that */}
          <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4" tabIndex={isText ? 0 : undefined}>
            {children}
          </div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-6 py-4">{footer}</footer>
          ) : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

interface DrawerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Title for screen readers; not shown. */
  readonly title: string;
  readonly children: ReactNode;
}

export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const focus = useDialogReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={scrim} />
        <Primitive.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-64 max-w-[85vw] border-r border-line bg-surface shadow-pop outline-none data-[state=open]:animate-slide-in"
        >
          <Primitive.Title className="sr-only">{title}</Primitive.Title>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
