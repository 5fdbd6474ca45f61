/** Dialog 'Reemplazar API Key'. The provider checks the new key. The old key verifies webhooks for another 24 h. */
import { useForm, useWatch } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { createWorkspaceBodySchema, type Workspace } from '../../../contract/access.ts';
import { apiKeyLabels as labels } from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { pickFieldErrors } from '../../api/field-errors.ts';
import { useUnsavedWork } from '../../session/unsaved-work.ts';
import { FormField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Select } from '../../ui/input.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useUpdateWorkspace } from './update-workspace.ts';

const fields = ['retellApiKey', 'retellWebhookKey'] as const;

const replacement = z
  .object({
    retellApiKey: createWorkspaceBodySchema.shape.retellApiKey,
    signing: z.enum(['keep', 'api', 'other']),
    retellWebhookKey: createWorkspaceBodySchema.shape.retellApiKey.or(z.literal('')),
  })
  .refine(({ signing, retellWebhookKey }) => signing !== 'other' || retellWebhookKey !== '', {
    path: ['retellWebhookKey'],
    error: labels.webhookKeyRequired,
  });
type Replacement = z.infer<typeof replacement>;

/**
 * Returns the webhook key for the request that replaces an API key. If omitted, the webhook key stays unchanged. If
 * null, the API key signs the webhooks.
 */
function webhookKeyOf({ signing, retellWebhookKey }: Replacement): { readonly retellWebhookKey?: string | null } {
  if (signing === 'keep') return {};
  return { retellWebhookKey: signing === 'api' ? null : retellWebhookKey };
}

export default function ReplaceApiKeyDialog({
  workspace,
  onClose,
}: {
  readonly workspace: Workspace;
  readonly onClose: () => void;
}) {
  const update = useUpdateWorkspace(workspace.id);
  const { register, handleSubmit, setError, control, formState } = useForm<Replacement>({
    resolver: zodResolver(replacement),
    defaultValues: { retellApiKey: '', signing: 'keep', retellWebhookKey: '' },
  });
  const { errors, isSubmitting, isDirty } = formState;
  useUnsavedWork(isDirty);
  const signing = useWatch({ control, name: 'signing' });

  async function submit(values: Replacement): Promise<void> {
    try {
      await update({ retellApiKey: values.retellApiKey, ...webhookKeyOf(values) });
      toast.good(labels.replaced, labels.replacedText);
      onClose();
    } catch (error) {
      const message = getRequestErrorText(error, labels.replaceFailed);
      for (const { field, message: why } of pickFieldErrors(error, fields)) setError(field, { message: why });
      setError('root', { message });
      toast.bad(labels.replaceFailed, message === labels.replaceFailed ? undefined : message);
    }
  }

  return (
    <FormDialog
      isDirty={isDirty}
      title={labels.replaceTitle}
      description={labels.replaceText}
      submit={labels.submit}
      submitting={labels.submitting}
      isSubmitting={isSubmitting}
      failure={errors.root?.message}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
    >
      <FormField label={labels.newKey} error={errors.retellApiKey?.message}>
        {(field) => <PasswordInput {...field} about={labels.name} {...register('retellApiKey')} />}
      </FormField>
      <FormField label={labels.signing}>
        {(field) => (
          <Select {...field} {...register('signing')}>
            <option value="keep">{labels.signingKeep}</option>
            <option value="api">{labels.signingApiKey}</option>
            <option value="other">{labels.signingOther}</option>
          </Select>
        )}
      </FormField>
      {signing === 'other' ? (
        <FormField label={labels.webhookKey} error={errors.retellWebhookKey?.message}>
          {(field) => <PasswordInput {...field} about={labels.webhookKey} {...register('retellWebhookKey')} />}
        </FormField>
      ) : null}
    </FormDialog>
  );
}
