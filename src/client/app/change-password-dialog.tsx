/** Dialog 'Cambiar contraseña' for the user's password. Saving ends their other sessions; an error keeps the input. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { changeOwnPasswordBodySchema } from '../../contract/access.ts';
import { commonActionLabels, toastTitles } from '../../labels/common-es.ts';
import { changePasswordLabels as labels } from '../../labels/password-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../api/api-error.ts';
import { callApi } from '../api/client.ts';
import { sessionQueryKeys } from '../api/query-keys.ts';
import { pickFieldErrors } from '../api/field-errors.ts';
import { useSession } from '../session/session.ts';
import { useUnsavedWork } from '../session/unsaved-work.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormField } from '../ui/field.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { RevokeApiTokensCheckbox } from './revoke-tokens-box.tsx';
import { toast } from '../ui/toast.ts';

const form = changeOwnPasswordBodySchema
  .extend({ repeated: z.string() })
  .refine(({ newPassword, repeated }) => newPassword === repeated, { message: labels.different, path: ['repeated'] });
type PasswordForm = z.input<typeof form>;

const fields = ['currentPassword', 'newPassword'] as const;

export default function ChangePasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId();
  const client = useQueryClient();
  const { hasPassword } = useSession().user;
  const { register, handleSubmit, setError, setValue, control, formState } = useForm<PasswordForm>({
    resolver: zodResolver(form),
    defaultValues: {
      currentPassword: hasPassword ? '' : undefined,
      newPassword: '',
      repeated: '',
      revokeTokens: false,
    },
  });
  const { errors, isDirty, isSubmitting } = formState;
  const revokeTokens = useWatch({ control, name: 'revokeTokens' });
  useUnsavedWork(isDirty);

  async function submit({ repeated: _repeated, ...body }: PasswordForm): Promise<void> {
    try {
      await callApi('changeOwnPassword', { body });
      // If the user had no password until now, refetch the user's data, so that the dialog asks for the current
      // password next time.
      if (!hasPassword) await client.invalidateQueries({ queryKey: sessionQueryKeys.currentUser });
      toast.good(labels.doneTitle, labels.doneText);
      onClose();
    } catch (error) {
      for (const { field, message } of pickFieldErrors(error, fields)) setError(field, { message });
      if (isApiErrorWithCode(error, 'wrong_password'))
        setError('currentPassword', { message: getRequestErrorText(error) }, { shouldFocus: true });
      else setError('root', { message: getRequestErrorText(error, labels.failed) });
      toast.bad(toastTitles.error, labels.failed);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isSubmitting) onClose();
      }}
      title={labels.title}
      description={labels.text}
      footer={
        <>
          <Button disabled={isSubmitting} onClick={onClose}>
            {commonActionLabels.cancel}
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={isSubmitting}>
            {isSubmitting ? labels.submitting : labels.submit}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => void handleSubmit(submit)(event)}
      >
        {errors.root?.message ? <Alert tone="bad">{errors.root.message}</Alert> : null}
        {hasPassword ? (
          <FormField label={labels.current} error={errors.currentPassword?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                about={labels.aboutCurrent}
                autoComplete="current-password"
                {...register('currentPassword')}
              />
            )}
          </FormField>
        ) : null}
        <FormField label={labels.next} hint={labels.hint} error={errors.newPassword?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              about={labels.aboutNext}
              autoComplete="new-password"
              {...register('newPassword')}
            />
          )}
        </FormField>
        <FormField label={labels.repeat} error={errors.repeated?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              about={labels.aboutRepeat}
              autoComplete="new-password"
              {...register('repeated')}
            />
          )}
        </FormField>
        <RevokeApiTokensCheckbox
          checked={revokeTokens === true}
          disabled={isSubmitting}
          onChange={(checked) => setValue('revokeTokens', checked, { shouldDirty: true })}
        />
      </form>
    </Dialog>
  );
}
