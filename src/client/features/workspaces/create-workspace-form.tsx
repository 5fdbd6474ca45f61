/** Form for a new workspace, used in a dialog and on the first admin's setup screen. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { BaseSyntheticEvent } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { createWorkspaceBodySchema, type CreateWorkspaceBody, type Workspace } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { apiKeyLabels, workspaceFormLabels, workspaceRequestErrorTexts } from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { pickFieldErrors } from '../../api/field-errors.ts';
import { useSessionActions } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';

const fields = ['name', 'description', 'retellApiKey', 'retellWorkspaceId'] as const;

interface CreateWorkspaceForm {
  readonly form: UseFormReturn<CreateWorkspaceBody>;
  readonly submit: (event: BaseSyntheticEvent) => Promise<void>;
}

export function useCreateWorkspaceForm(onCreated: (workspace: Workspace) => void): CreateWorkspaceForm {
  const { createWorkspace } = useSessionActions();
  const form = useForm<CreateWorkspaceBody>({
    resolver: zodResolver(createWorkspaceBodySchema) as never,
    defaultValues: { name: '', description: '', retellApiKey: '', retellWorkspaceId: '' },
  });
  const { handleSubmit, setError, formState } = form;
  useUnsavedWork(formState.isDirty);

  async function create(body: CreateWorkspaceBody): Promise<void> {
    try {
      const workspace = await createWorkspace(body);
      toast.good(workspaceFormLabels.createdTitle, workspaceFormLabels.createdText);
      onCreated(workspace);
    } catch (error) {
      for (const { field, message } of pickFieldErrors(error, fields)) setError(field, { message });
      setError('root', { message: getRequestErrorText(error, workspaceRequestErrorTexts.create) });
      toast.bad(toastTitles.error, workspaceFormLabels.createFailed);
    }
  }
  return { form, submit: handleSubmit(create) };
}

export function CreateWorkspaceFields({ form: { register, formState } }: Pick<CreateWorkspaceForm, 'form'>) {
  const { errors } = formState;
  return (
    <>
      <FormField label={workspaceFormLabels.name} error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            placeholder={workspaceFormLabels.namePlaceholder}
            autoComplete="off"
            {...register('name')}
          />
        )}
      </FormField>
      <FormField
        label={`${workspaceFormLabels.description} ${workspaceFormLabels.optional}`}
        error={errors.description?.message}
      >
        {(control) => <Input {...control} autoComplete="off" {...register('description')} />}
      </FormField>
      <FormField label={workspaceFormLabels.apiKey} error={errors.retellApiKey?.message}>
        {(control) => <PasswordInput {...control} about={apiKeyLabels.name} {...register('retellApiKey')} />}
      </FormField>
      <FormField
        label={`${workspaceFormLabels.retellWorkspaceId} ${workspaceFormLabels.optional}`}
        error={errors.retellWorkspaceId?.message}
      >
        {(control) => <Input {...control} autoComplete="off" {...register('retellWorkspaceId')} />}
      </FormField>
    </>
  );
}
