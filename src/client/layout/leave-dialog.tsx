/** Dialog that asks before unsaved work is lost by leaving the screen. */
import type { ReactNode } from 'react';
import { useUnsavedWorkLeaveGuard } from '../hooks/use-leave-guard.ts';
import { useUnsavedWork } from '../session/unsaved-work.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveDialogProps {
  readonly isUnsaved: boolean;
  /** Name of the query parameter that identifies the part of the screen with the unsaved work (leave-guards.ts). */
  readonly part?: string;
  readonly title: string;
  readonly confirmLabel: string;
  readonly children: ReactNode;
}

export function UnsavedWorkDialog({ isUnsaved, part, title, confirmLabel, children }: LeaveDialogProps) {
  useUnsavedWork(isUnsaved);
  const { pending, stay } = useUnsavedWorkLeaveGuard(isUnsaved, part);
  return (
    <ConfirmDialog
      open={pending !== null}
      onOpenChange={(open) => {
        if (!open) stay();
      }}
      title={title}
      confirmLabel={confirmLabel}
      onConfirm={() => {
        stay();
        pending?.();
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
