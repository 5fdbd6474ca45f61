/** The window of a person's own factors: an overview, steps with a form each, and new recovery codes at the end. */
import { useId, type ReactNode } from 'react';
import { secondFactorLabels as labels } from '../../../labels/second-factor-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Step {
  /** Another one has a form of its own. */
  readonly name: string;
  readonly title: string;
  readonly submit: string;
  readonly sending: string;
  readonly isDangerous?: boolean;
  /** Nothing is typed: the button is the one thing to press. */
  readonly focusesSubmit?: boolean;
}

interface StepsDialogProps {
  readonly title: string;
  /** The overview's text. */
  readonly text: string;
  /** The open step; null while the overview or the codes are shown. */
  readonly step: Step | null;
  /** The recovery codes, which are shown only once. */
  readonly codes: readonly string[] | null;
  readonly pending: boolean;
  readonly failure: string | null;
  /** Why there is no overview, if it could not be read. */
  readonly error: unknown;
  readonly onSubmit: (form: FormData) => void;
  readonly onBack: () => void;
  readonly onClose: () => void;
  /** The overview or the step's fields; null while they are read. */
  readonly children: ReactNode;
}

export function StepsDialog({
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
          <RecoveryCodes codes={codes} />
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
            <Alert tone="bad">{shownMessage(error, labels.failed)}</Alert>
          ) : (
            <p className="text-muted">{labels.loading}</p>
          )))
        )}
      </div>
    </Dialog>
  );
}
