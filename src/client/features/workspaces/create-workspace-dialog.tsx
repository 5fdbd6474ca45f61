/** 'Crear Nuevo Workspace'. In a chunk of its own, because forms and zod are heavy and seldom needed. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { createWorkspaceBody, type CreateWorkspaceBody, type Workspace } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { workspaceLabels } from '../../../labels/shell-es.ts';
import { apiKeyLabels, workspaceFormLabels, workspaceServiceErrors } from '../../../labels/workspaces-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { fieldErrors } from '../../api/field-errors.ts';
import { useSessionActions } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';

const fields = ['name', 'description', 'retellApiKey', 'retellWorkspaceId'] as const;

interface CreateWorkspaceDialogProps {
  readonly onClose: () => void;
  /** Told before it closes. */
  readonly onCreated?: (workspace: Workspace) => void;
}

export default function CreateWorkspaceDialog({ onClose, onCreated }: CreateWorkspaceDialogProps) {
  const { createWorkspace } = useSessionActions();
  const { register, handleSubmit, setError, formState } = useForm<CreateWorkspaceBody>({
    resolver: zodResolver(createWorkspaceBody) as never,
    defaultValues: { name: '', description: '', retellApiKey: '', retellWorkspaceId: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedWork(isDirty);

  async function submit(body: CreateWorkspaceBody): Promise<void> {
    try {
      const workspace = await createWorkspace(body);
      toast.good(workspaceFormLabels.createdTitle, workspaceFormLabels.createdText);
      onCreated?.(workspace);
      onClose();
    } catch (error) {
      for (const { field, message } of fieldErrors(error, fields)) setError(field, { message });
      setError('root', { message: shownMessage(error, workspaceServiceErrors.create) });
      toast.bad(toastTitles.error, workspaceFormLabels.createFailed);
    }
  }

  return (
    <FormDialog
      isDirty={isDirty}
      title={workspaceFormLabels.createTitle}
      description={workspaceFormLabels.createText}
      submit={workspaceLabels.create}
      submitting={workspaceFormLabels.creating}
      isSubmitting={isSubmitting}
      failure={errors.root?.message}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <Field label={workspaceFormLabels.name} error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            placeholder={workspaceFormLabels.namePlaceholder}
            autoComplete="off"
            {...register('name')}
          />
        )}
      </Field>
      <Field
        label={`${workspaceFormLabels.description} ${workspaceFormLabels.optional}`}
        error={errors.description?.message}
      >
        {(control) => <Input {...control} autoComplete="off" {...register('description')} />}
      </Field>
      <Field label={workspaceFormLabels.apiKey} error={errors.retellApiKey?.message}>
        {(control) => <PasswordInput {...control} about={apiKeyLabels.name} {...register('retellApiKey')} />}
      </Field>
      <Field
        label={`${workspaceFormLabels.retellWorkspaceId} ${workspaceFormLabels.optional}`}
        error={errors.retellWorkspaceId?.message}
      >
        {(control) => <Input {...control} autoComplete="off" {...register('retellWorkspaceId')} />}
      </Field>
    </FormDialog>
  );
}
