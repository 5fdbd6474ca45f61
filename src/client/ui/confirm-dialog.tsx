/** Dialog that confirms a dangerous or costly action. `children`: text on its effect ('Se cancelarán 312 …'). */
import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { commonActionLabels } from '../../labels/common-es.ts';
import { Button } from './button.tsx';
import { useDialogReturnFocus } from './return-focus.ts';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  readonly pending?: boolean;
  readonly confirmLook?: 'danger' | 'primary';
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  onConfirm,
  pending = false,
  confirmLook = 'danger',
}: ConfirmDialogProps) {
  const { onCloseAutoFocus, onOpenAutoFocus } = useDialogReturnFocus();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        {/* Give the overlay the z-index of dialogs, so that it also covers another open dialog. */}
        <Primitive.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=open]:animate-enter" />
        <Primitive.Content
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 rounded-lg border border-line bg-surface p-6 shadow-pop data-[state=open]:animate-enter"
        >
          <Primitive.Title className="text-lg font-semibold">{title}</Primitive.Title>
          <Primitive.Description asChild>
            <div className="mt-2 text-muted">{children}</div>
          </Primitive.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Primitive.Cancel asChild>
              <Button disabled={pending}>{commonActionLabels.cancel}</Button>
            </Primitive.Cancel>
            <Button
              variant={confirmLook}
              disabled={pending}
              onClick={(event) => {
                // Ignores the second click of a double click on the button that opened this dialog.
                if (event.detail <= 1) onConfirm();
              }}
            >
              {confirmLabel}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
