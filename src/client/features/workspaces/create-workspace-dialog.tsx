/** Dialog 'Crear Nuevo Workspace'. It has its own code chunk, because it is large and seldom needed. */
import type { Workspace } from '../../../contract/access.ts';
import { workspaceSelectorLabels } from '../../../labels/shell-es.ts';
import { workspaceFormLabels } from '../../../labels/workspaces-es.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { CreateWorkspaceFields, useCreateWorkspaceForm } from './create-workspace-form.tsx';

interface CreateWorkspaceDialogProps {
  readonly onClose: () => void;
  readonly onCreated?: (workspace: Workspace) => void;
}

export default function CreateWorkspaceDialog({ onClose, onCreated }: CreateWorkspaceDialogProps) {
  const { form, submit } = useCreateWorkspaceForm((workspace) => {
    onCreated?.(workspace);
    onClose();
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  return (
    <FormDialog
      isDirty={isDirty}
      title={workspaceFormLabels.createTitle}
      description={workspaceFormLabels.createText}
      submit={workspaceSelectorLabels.create}
      submitting={workspaceFormLabels.creating}
      isSubmitting={isSubmitting}
      failure={errors.root?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <CreateWorkspaceFields form={form} />
    </FormDialog>
  );
}
