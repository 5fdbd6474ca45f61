/** Dialog to name a new saved view of the call history, or to rename an existing one. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { savedCallViewBodySchema, type SavedCallView } from '../../../contract/call-views.ts';
import { savedViewLabels as labels } from '../../../labels/call-history-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { FormField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useSavedCallViewActions } from './view-actions.ts';

interface ViewNameDialogProps {
  /** The saved view to rename; null for a new one. */
  readonly view: SavedCallView | null;
  /** Query string of the call history that is stored if the dialog creates a new saved view. */
  readonly search: string;
  readonly onClose: () => void;
}

export default function SavedViewNameDialog({ view, search, onClose }: ViewNameDialogProps) {
  const { save } = useSavedCallViewActions();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(savedCallViewBodySchema),
    defaultValues: { name: view?.name ?? '', search: view?.search ?? search },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedWork(isDirty && !isSubmitting);
  return (
    <FormDialog
      title={view === null ? labels.saveTitle : labels.renameTitle}
      {...(view === null ? { description: labels.saveText } : {})}
      submit={labels.submit}
      submitting={labels.submitting}
      isSubmitting={isSubmitting}
      isDirty={isDirty}
      failure={errors.root?.message}
      onClose={onClose}
      onSubmit={handleSubmit(async (body) => {
        try {
          await save(view, body);
          toast.good(view === null ? labels.savedTitle : labels.overwritten, body.name);
          onClose();
        } catch (error) {
          // Show the conflict at the name field: its only possible cause is another saved view with the same name.
          setError(isApiErrorWithCode(error, 'conflict') ? 'name' : 'root', {
            message: getRequestErrorText(error, labels.actionFailed),
          });
        }
      })}
    >
      <FormField label={labels.name} error={errors.name?.message}>
        {(control) => (
          <Input {...control} autoComplete="off" placeholder={labels.namePlaceholder} {...register('name')} />
        )}
      </FormField>
    </FormDialog>
  );
}
