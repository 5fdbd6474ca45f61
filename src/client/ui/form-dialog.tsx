/** Dialog around one form: error on top, 'Cancelar' and submit button below. It can't be closed while sending. */
import { useId, type ReactNode, type SubmitEvent } from 'react';
import { commonActionLabels } from '../../labels/common-es.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly submit: string;
  readonly submitting: string;
  readonly isSubmitting: boolean;
  /** True if the user has typed something in the form. A click outside then does not close the dialog. */
  readonly isDirty: boolean;
  /** Failure of the whole form. */
  readonly failure?: string | undefined;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog({
  title,
  description,
  submit,
  submitting,
  isSubmitting,
  isDirty,
  failure,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose();
      }}
      keepsOpen={isDirty}
      title={title}
      description={description}
      footer={
        <>
          <Button disabled={isSubmitting} onClick={onClose}>
            {commonActionLabels.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={isSubmitting}>
            {isSubmitting ? submitting : submit}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        {children}
      </form>
    </Dialog>
  );
}
