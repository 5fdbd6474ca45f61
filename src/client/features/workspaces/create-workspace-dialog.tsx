/** 'Crear Nuevo Workspace'. In a chunk of its own, because forms and zod are heavy and seldom needed. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { createWorkspaceBody, type CreateWorkspaceBody, type Workspace } from '../../../contract/access.ts';
import { toastTitles, actionLabels } from '../../../labels/common-es.ts';
import { workspaceLabels } from '../../../labels/shell-es.ts';
import { apiKeyLabels, workspaceServiceErrors } from '../../../labels/workspaces-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { fieldErrors } from '../../api/field-errors.ts';
import { useSessionActions } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
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
  const formId = useId();
  const { createWorkspace } = useSessionActions();
  const { register, handleSubmit, setError, formState } = useForm<CreateWorkspaceBody>({
    resolver: zodResolver(createWorkspaceBody) as never,
    defaultValues: { name: '', description: '', retellApiKey: '', retellWorkspaceId: '' },
  });
  const { errors, isSubmitting } = formState;

  async function submit(body: CreateWorkspaceBody): Promise<void> {
    try {
      const workspace = await createWorkspace(body);
      toast.good(workspaceLabels.createdTitle, workspaceLabels.createdText);
      onCreated?.(workspace);
      onClose();
    } catch (error) {
      for (const { field, message } of fieldErrors(error, fields)) setError(field, { message });
      setError('root', { message: shownMessage(error, workspaceServiceErrors.create) });
      toast.bad(toastTitles.error, workspaceLabels.createFailed);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose();
      }}
      title={workspaceLabels.createTitle}
      description={workspaceLabels.createText}
      footer={
        <>
          <Button disabled={isSubmitting} onClick={onClose}>
            {actionLabels.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={isSubmitting}>
            {isSubmitting ? workspaceLabels.creating : workspaceLabels.create}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(submit)(event)}>
        {errors.root?.message ? <Alert tone="bad">{errors.root.message}</Alert> : null}
        <Field label={workspaceLabels.name} error={errors.name?.message}>
          {(control) => <Input {...control} placeholder={workspaceLabels.namePlaceholder} autoComplete="off" {...register('name')} />}
        </Field>
        <Field label={`${workspaceLabels.description} ${workspaceLabels.optional}`} error={errors.description?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('description')} />}
        </Field>
        <Field label={workspaceLabels.apiKey} error={errors.retellApiKey?.message}>
          {(control) => <PasswordInput {...control} about={apiKeyLabels.name} {...register('retellApiKey')} />}
        </Field>
        <Field label={`${workspaceLabels.retellWorkspaceId} ${workspaceLabels.optional}`} error={errors.retellWorkspaceId?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('retellWorkspaceId')} />}
        </Field>
      </form>
    </Dialog>
  );
}
