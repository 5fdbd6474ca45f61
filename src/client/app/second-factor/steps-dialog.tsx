/** Dialog for second factors and passkeys: an overview, steps that each have a form, and recovery codes at the end. */
import { useId, type ReactNode } from 'react';
import { secondFactorLabels as labels } from '../../../labels/second-factor-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodeList } from './recovery-codes.tsx';

interface Step {
  /** Identifier of a step of the second-factor dialog. When it changes, the dialog shows an empty form. */
  readonly name: string;
  readonly title: string;
  readonly submit: string;
  readonly sending: string;
  readonly isDangerous?: boolean;
  readonly focusesSubmit?: boolean;
}

interface StepsDialogProps {
  readonly title: string;
  readonly text: string;
  readonly step: Step | null;
  /** New recovery codes to show, which is possible only once; null if there are none. */
  readonly codes: readonly string[] | null;
  readonly pending: boolean;
  readonly failure: string | null;
  readonly error: unknown;
  readonly onSubmit: (form: FormData) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function SecurityStepsDialog({
  title,
  text,
  step,
  codes,
  pending,
  failure,
  error,
  onSubmit,
  onBack,
  onClose,
  children,
}: StepsDialogProps) {
  const formId = useId();
  const isOverview = step === null && codes === null;
  return (
    <Dialog
      open
      keepsOpen={!isOverview}
      onOpenChange={(open) => {
        if (!open && !pending) onClose();
      }}
      title={codes ? labels.codesTitle : (step?.title ?? title)}
      description={isOverview ? text : undefined}
      footer={
        step ? (
          <>
            <Button disabled={pending} onClick={onBack}>
              {labels.back}
            </Button>
            <Button
              key={`${step.name} ${step.focusesSubmit}`}
              type="submit"
              form={formId}
              variant={step.isDangerous ? 'danger' : 'primary'}
              disabled={pending}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step's one action
              autoFocus={step.focusesSubmit === true}
            >
              {pending ? step.sending : step.submit}
            </Button>
          </>
        ) : codes ? (
          <Button variant="primary" onClick={onBack}>
            {labels.done}
          </Button>
        ) : undefined
      }
    >
      <div className="flex flex-col gap-4">
        {failure ? <Alert tone="bad">{failure}</Alert> : null}
        {codes ? (
          <RecoveryCodeList codes={codes} />
        ) : step ? (
          <form
            key={step.name}
            id={formId}
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit(new FormData(event.currentTarget));
            }}
          >
            {children}
          </form>
        ) : (
          (children ??
          (error ? (
            <Alert tone="bad">{getRequestErrorText(error, labels.failed)}</Alert>
          ) : (
            <p className="text-muted">{labels.loading}</p>
          )))
        )}
      </div>
    </Dialog>
  );
}
