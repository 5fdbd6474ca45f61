/** Holds the tab and the person while there is unsaved work, and asks before what they leave is lost. */
import type { ReactNode } from 'react';
import { useLeaveGuard } from '../hooks/use-leave-guard.ts';
import { useUnsavedWork } from '../session/unsaved-work.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface LeaveDialogProps {
  readonly isUnsaved: boolean;
  /** The work of a part of the screen: the parameter of the search that names it (leave-guards.ts). */
  readonly part?: string;
  readonly title: string;
  readonly confirmLabel: string;
  /** What will be lost. */
  readonly children: ReactNode;
}

export function LeaveDialog({ isUnsaved, part, title, confirmLabel, children }: LeaveDialogProps) {
  useUnsavedWork(isUnsaved);
  const { pending, stay } = useLeaveGuard(isUnsaved, part);
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
