/** Dialog 'Invitar usuario'. Users whom the admin manages become members at once; others must accept an invitation. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { addMemberBodySchema, type Workspace } from '../../../contract/access.ts';
import type { Role } from '../../../contract/endpoint.ts';
import { getRoleName } from '../../../labels/roles-es.ts';
import { inviteUserLabels as labels } from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { screenPaths } from '../../paths.ts';
import { useHasRole } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { FormField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { RoleChoiceField } from '../../ui/role-choice.tsx';
import { toast } from '../../ui/toast.ts';
import { useMemberActions } from './members-data.ts';

interface Invitation {
  readonly username: string;
  readonly role: Role;
}

/**
 * React hook: text on whether the user with the typed name becomes a member at once or must accept an invitation first;
 * undefined if no name is typed or the users are not loaded.
 */
function useProspect(typed: string): string | undefined {
  const mayList = useHasRole('editor');
  const users = useApiQuery('listUsers', {}, { enabled: mayList, staleTime: 0, isAside: true }).data;
  const name = typed.trim().toLowerCase();
  if (name === '' || !users) return undefined;
  const known = users.find(({ username }) => username.toLowerCase() === name);
  if (!known) return labels.unknown;
  return known.canManage ? labels.atOnce : labels.onceAccepted;
}

export default function InviteMemberDialog({
  workspace,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const { invite, refresh } = useMemberActions(workspace);
  const {
    register,
    handleSubmit,
    setError,
    control: form,
    formState,
  } = useForm<Invitation>({
    resolver: zodResolver(addMemberBodySchema) as never,
    defaultValues: { username: '', role: 'operator' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedWork(isDirty);
  const prospect = useProspect(useWatch({ control: form, name: 'username' }));

  async function submit(body: Invitation): Promise<void> {
    try {
      const member = await invite(body);
      const told = member.state === 'pending' ? labels.pendingText : labels.doneText;
      toast.good(labels.doneTitle, told(member.username, getRoleName(member.role)));
      onClose();
      await refresh([member]);
    } catch (error) {
      const message = getRequestErrorText(error, labels.failed);
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
      <FormField label={labels.username} hint={prospect} error={errors.username?.message}>
        {(control) => (
          <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('username')} />
        )}
      </FormField>
      <RoleChoiceField label={labels.role} registration={register('role')} />
      <p className="text-muted">
        {labels.newcomer}{' '}
        <Link href={screenPaths.users('nuevo')} className="font-medium text-accent-text hover:underline">
          {labels.createUser}
        </Link>
      </p>
    </FormDialog>
  );
}
