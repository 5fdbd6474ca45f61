/** Dialog that edits a workspace's name, description and provider id. Only changed fields are sent. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { updateWorkspaceBodySchema, type UpdateWorkspaceBody, type Workspace } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import {
  workspaceFormLabels,
  workspaceRequestErrorTexts,
  workspacesLabels as labels,
} from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { pickFieldErrors } from '../../api/field-errors.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { FormField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useUpdateWorkspace } from './update-workspace.ts';

const fields = ['name', 'description', 'retellWorkspaceId'] as const;

export default function EditWorkspaceDialog({
  workspace,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const update = useUpdateWorkspace(workspace.id);
  const { register, handleSubmit, setError, formState } = useForm<UpdateWorkspaceBody>({
    resolver: zodResolver(updateWorkspaceBodySchema) as never,
    defaultValues: {
      name: workspace.name,
      description: workspace.description ?? '',
      retellWorkspaceId: workspace.retellWorkspaceId ?? '',
    },
  });
  const { errors, isSubmitting, dirtyFields, isDirty } = formState;
  useUnsavedWork(isDirty);

  async function submit(body: UpdateWorkspaceBody): Promise<void> {
    const changed = Object.fromEntries(
      fields.filter((field) => dirtyFields[field]).map((field) => [field, body[field]]),
    );
    try {
      await update(changed);
      toast.good(labels.updatedTitle, labels.updatedText);
      onClose();
    } catch (error) {
      for (const { field, message } of pickFieldErrors(error, fields)) setError(field, { message });
      setError('root', { message: getRequestErrorText(error, workspaceRequestErrorTexts.update) });
      toast.bad(toastTitles.error, labels.updateFailed);
    }
  }

  return (
    <FormDialog
      isDirty={isDirty}
      title={labels.editWorkspace}
      description={labels.editText}
      submit={labels.save}
      submitting={labels.saving}
      isSubmitting={isSubmitting}
      failure={errors.root?.message}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <FormField label={workspaceFormLabels.name} error={errors.name?.message}>
        {(control) => <Input {...control} autoComplete="off" {...register('name')} />}
      </FormField>
      <FormField
        label={`${workspaceFormLabels.description} ${workspaceFormLabels.optional}`}
        error={errors.description?.message}
      >
        {(control) => <Input {...control} autoComplete="off" {...register('description')} />}
      </FormField>
      <FormField
        label={`${workspaceFormLabels.retellWorkspaceId} ${workspaceFormLabels.optional}`}
        error={errors.retellWorkspaceId?.message}
      >
        {(control) => <Input {...control} autoComplete="off" spellCheck={false} {...register('retellWorkspaceId')} />}
      </FormField>
    </FormDialog>
  );
}
