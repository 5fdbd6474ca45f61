/** 'Invitar usuario': somebody of the admin's own joins the workspace with a role; anybody else, if there is such a user, is asked. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { addMemberBody, type Workspace } from '../../../contract/access.ts';
import type { Role } from '../../../contract/endpoint.ts';
import { roleName } from '../../../labels/roles-es.ts';
import { inviteLabels as labels } from '../../../labels/workspaces-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { paths } from '../../paths.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useMemberActions } from './members-data.ts';
import { RoleChoice } from './role-choice.tsx';

interface Invitation {
  readonly username: string;
  readonly role: Role;
}

export default function InviteDialog({
  workspace,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const { invite, refresh } = useMemberActions(workspace);
  const { register, handleSubmit, setError, formState } = useForm<Invitation>({
    resolver: zodResolver(addMemberBody) as never,
    defaultValues: { username: '', role: 'operator' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedWork(isDirty);

  async function submit(body: Invitation): Promise<void> {
    try {
      const member = await invite(body);
      const told = member.state === 'pending' ? labels.pendingText : labels.doneText;
      toast.good(labels.doneTitle, told(member.username, roleName(member.role)));
      onClose();
      await refresh([member]);
    } catch (error) {
      const message = shownMessage(error, labels.failed);
      setError('username', { message });
      toast.bad(labels.failedTitle, message);
    }
  }

  return (
    <FormDialog
      isDirty={isDirty}
      title={labels.title}
      description={labels.text(workspace.name)}
      submit={labels.submit}
      submitting={labels.submitting}
      isSubmitting={isSubmitting}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <Field label={labels.username} error={errors.username?.message}>
        {(control) => (
          <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('username')} />
        )}
      </Field>
      <RoleChoice label={labels.role} registration={register('role')} />
      <p className="text-muted">
        {labels.newcomer}{' '}
        <Link href={paths.users('nuevo')} className="font-medium text-accent-text hover:underline">
          {labels.createUser}
        </Link>
      </p>
    </FormDialog>
  );
}
