/** Dialogs 'Crear Usuario' and 'Editar Usuario', which share one form. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  createUserBodySchema,
  updateUserBodySchema,
  type AccountInvitation,
  type CreatedUser,
  type CreateUserBody,
  type UpdateUserBody,
  type UserAccount,
} from '../../../contract/access.ts';
import type { Role } from '../../../contract/endpoint.ts';
import { accountInvitationLabels as invitationLabels } from './account-invitations-es.ts';
import { otherUserOidcIdentityLabels } from '../../../labels/own-identity-es.ts';
import { revokeTokensLabels } from '../../../labels/account-es.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { createUserLabels, editUserLabels, userFormLabels as labels, usersLabels } from '../../../labels/users-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { pickFieldErrors } from '../../api/field-errors.ts';
import { useAppInfo, useSession } from '../../session/session.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input, Select } from '../../ui/input.tsx';
import { RoleChoiceField } from '../../ui/role-choice.tsx';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import InviteUserDialog from './invitation-dialog.tsx';
import { useRefreshUsers } from './users-data.ts';

const fields = ['username', 'password', 'email', 'firstName', 'lastName', 'role', 'isActive'] as const;
type UserForm = Record<Exclude<(typeof fields)[number], 'role' | 'isActive'>, string> &
  Pick<UserAccount, 'isActive'> & { role: Role; revokeTokens: boolean };

/**
 * Schema for creating a user who will set the password by an invitation link. It drops a password that the admin typed
 * into the form before choosing the invitation.
 */
const invitedUserBody = createUserBodySchema.omit({ password: true });

const blank: UserForm = {
  username: '',
  password: '',
  email: '',
  firstName: '',
  lastName: '',
  role: 'operator',
  isActive: 'true',
  revokeTokens: false,
};

const valuesOf = (user: UserAccount): UserForm => ({
  ...blank,
  username: user.username,
  email: user.email ?? '',
  firstName: user.firstName ?? '',
  lastName: user.lastName ?? '',
  isActive: user.isActive,
});

/**
 * Creates a user if `user` is null, otherwise changes that user. When a user is changed, a blank password is not sent,
 * so that the old one stays.
 */
function save(user: UserAccount | null, body: CreateUserBody | UpdateUserBody): Promise<UserAccount | CreatedUser> {
  if (user === null) return callApi('createUser', { body });
  const { password, revokeTokens, ...rest } = body as UpdateUserBody;
  const secrets = password?.trim() ? { password, ...(revokeTokens && { revokeTokens }) } : {};
  return callApi('updateUser', { params: { id: user.id }, body: { ...rest, ...secrets } });
}

/** Reason why the dialog can't set the user's password; null if it can. */
function passwordRefusal(user: UserAccount | null, isOwn: boolean): string | null {
  if (user === null || user.canSetPassword) return null;
  if (isOwn) return labels.ownPassword;
  if (user.cameByProvider) return otherUserOidcIdentityLabels.cameByProvider;
  return user.hasWorkspace ? labels.foreignPassword : labels.homelessPassword;
}

/** The field of the identity provider's id has its own code chunk. It loads only if a provider is configured. */
const userIdentity = createLazyComponent(() => import('./user-identity.tsx'));

interface UserDialogProps {
  readonly user: UserAccount | null;
  readonly onClose: () => void;
}

export default function CreateOrEditUserDialog({ user, onClose }: UserDialogProps) {
  const texts = user === null ? createUserLabels : editUserLabels;
  const refresh = useRefreshUsers();
  const session = useSession();
  const signIn = useAppInfo().data?.signIn;
  const provider = signIn?.oidc ?? null;
  const isOwn = user?.id === session.user.id;
  const refusal = passwordRefusal(user, isOwn);
  const [invites, setInvites] = useState(false);
  const {
    register,
    handleSubmit,
    setError,
    control: form,
    formState,
  } = useForm<UserForm>({
    // Validate with the API's schema, which also converts empty inputs to null.
    resolver: zodResolver(
      user !== null ? updateUserBodySchema : invites ? invitedUserBody : createUserBodySchema,
    ) as never,
    defaultValues: user === null ? blank : valuesOf(user),
  });
  const { errors, isSubmitting, isDirty } = formState;
  const [made, setMade] = useState<{ readonly user: UserAccount; readonly invitation: AccountInvitation } | null>(null);
  const password = useWatch({ control: form, name: 'password' });
  useUnsavedWork(isDirty && made === null);

  async function submit(body: UserForm): Promise<void> {
    try {
      const saved = await save(user, body);
      const invitation = 'invitation' in saved ? saved.invitation : null;
      const sentTo = invitation?.sentTo ?? null;
      const text =
        sentTo === null ? texts.doneText(saved.username) : invitationLabels.createdText(saved.username, sentTo);
      toast.good(texts.doneTitle, text);
      if (invitation?.token) setMade({ user: saved, invitation });
      else onClose();
    } catch (error) {
      const message = getRequestErrorText(error, texts.failed);
      for (const { field, message: why } of pickFieldErrors(error, fields)) setError(field, { message: why });
      setError('root', { message });
      toast.bad(toastTitles.error, user === null ? message : texts.failed);
      return;
    }
    await refresh(isOwn);
  }

  if (made) return <InviteUserDialog user={made.user} made={made.invitation} onClose={onClose} />;
  return (
    <FormDialog
      isDirty={isDirty}
      title={texts.title}
      {...(user === null ? { description: createUserLabels.text(session.workspace?.name ?? '') } : {})}
      submit={texts.submit}
      submitting={texts.submitting}
      isSubmitting={isSubmitting}
      failure={errors.root?.message}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <FormField label={labels.username} error={errors.username?.message}>
        {(control) => (
          <Input {...control} autoComplete="off" autoCapitalize="none" spellCheck={false} {...register('username')} />
        )}
      </FormField>
      <FormField
        label={labels.password}
        hint={refusal ?? labels.passwordHint}
        error={invites ? undefined : errors.password?.message}
      >
        {(control) => (
          <PasswordInput
            {...control}
            about={labels.passwordName}
            autoComplete="new-password"
            disabled={refusal !== null || invites}
            placeholder={user === null ? undefined : labels.keepPassword}
            {...register('password')}
          />
        )}
      </FormField>
      {user === null && signIn?.password !== false ? <InviteChoice checked={invites} onChange={setInvites} /> : null}
      {user !== null && user.tokens > 0 && password !== '' ? (
        <label className="flex gap-3">
          <Checkbox className="mt-0.5" {...register('revokeTokens')} />
          <span>{revokeTokensLabels.others(user.tokens)}</span>
        </label>
      ) : null}
      <FormField label={`${labels.email} ${labels.optional}`} error={errors.email?.message}>
        {(control) => <Input {...control} type="email" autoComplete="off" {...register('email')} />}
      </FormField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label={`${labels.firstName} ${labels.optional}`} error={errors.firstName?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('firstName')} />}
        </FormField>
        <FormField label={`${labels.lastName} ${labels.optional}`} error={errors.lastName?.message}>
          {(control) => <Input {...control} autoComplete="off" {...register('lastName')} />}
        </FormField>
      </div>
      {user === null ? (
        <RoleChoiceField label={`${labels.role} ${labels.optional}`} registration={register('role')} />
      ) : (
        <FormField
          label={labels.status}
          hint={isOwn ? labels.ownStatus : labels.inactiveEffect}
          error={errors.isActive?.message}
        >
          {(control) => (
            <Select {...control} disabled={isOwn} {...register('isActive')}>
              <option value="true">{usersLabels.active}</option>
              <option value="false">{usersLabels.inactive}</option>
            </Select>
          )}
        </FormField>
      )}
      {user !== null && user.canSetPassword && provider !== null ? (
        <userIdentity.Part user={user} provider={provider} />
      ) : null}
    </FormDialog>
  );
}

function InviteChoice({ checked, onChange }: { readonly checked: boolean; readonly onChange: (on: boolean) => void }) {
  const id = useId();
  const canMail = useAppInfo().data?.signIn.canMailLinks === true;
  return (
    <div className="flex gap-3">
      <Checkbox
        id={id}
        className="mt-0.5"
        checked={checked}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{invitationLabels.choose}</label>
        <p id={`${id}-hint`} className="text-xs text-muted">
          {invitationLabels.chooseText} {checked ? (canMail ? invitationLabels.byMail : invitationLabels.byHand) : null}
        </p>
      </div>
    </div>
  );
}
