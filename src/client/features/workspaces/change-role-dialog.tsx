/** Dialog 'Cambiar rol': changes the role of one member, with a warning if this is the admin themselves. */
import { useForm } from 'react-hook-form';
import type { WorkspaceMember, Workspace } from '../../../contract/access.ts';
import type { Role } from '../../../contract/endpoint.ts';
import { getRoleName } from '../../../labels/roles-es.ts';
import { changeRoleLabels as labels, membersLabels } from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useSession } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Alert } from '../../ui/alert.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RoleChoiceField } from '../../ui/role-choice.tsx';
import { toast } from '../../ui/toast.ts';
import { useMemberActions } from './members-data.ts';

interface ChangeRoleDialogProps {
  readonly workspace: Workspace;
  readonly member: WorkspaceMember;
  readonly onClose: () => void;
}

export default function ChangeMemberRoleDialog({ workspace, member, onClose }: ChangeRoleDialogProps) {
  const { changeRole, refresh } = useMemberActions(workspace);
  const isOwn = useSession().user.id === member.id;
  const { register, handleSubmit, setError, formState } = useForm<{ readonly role: Role }>({
    defaultValues: { role: member.role },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedWork(isDirty);

  async function submit({ role }: { readonly role: Role }): Promise<void> {
    try {
      const changed = await changeRole(member, role);
      toast.good(labels.doneTitle, labels.doneText(changed.username, getRoleName(changed.role)));
      onClose();
      await refresh([member]);
    } catch (error) {
      const message = getRequestErrorText(error, labels.failed);
      setError('root', { message });
      toast.bad(labels.failedTitle, message);
    }
  }

  return (
    <FormDialog
      isDirty={isDirty}
      title={labels.title(member.username)}
      description={labels.text}
      submit={labels.submit}
      submitting={labels.submitting}
      isSubmitting={isSubmitting}
      failure={errors.root?.message}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      {isOwn ? <Alert tone="attention">{labels.ownText}</Alert> : null}
      <RoleChoiceField label={membersLabels.role} registration={register('role')} />
    </FormDialog>
  );
}
