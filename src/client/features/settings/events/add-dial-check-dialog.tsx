/** Dialog 'Agregar consulta': adds a check before dialling by name and URL. The check's secret is shown only once. */
import { useState } from 'react';
import { dialCheckSettingsLabels as labels } from '../../../../labels/dial-checks-es.ts';
import { ApiError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';
import { FormField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input } from '../../../ui/input.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { useSettingsMutation } from '../use-change.ts';

export default function AddDialCheckDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const adding = useSettingsMutation({
    change: () => callApi('createDialCheck', { body: { name, url: url.trim() } }),
    failed: labels.failed,
    done: () => labels.added,
    reads: ['listDialChecks'],
  });
  const isDirty = name !== '' || url !== '';
  useUnsavedWork(isDirty && !adding.isSuccess);
  if (adding.data) {
    const { secretTitle: title, secretText: text, copied } = labels;
    return <SecretDialog {...{ title, text, copied, onClose }} secret={adding.data.secret} />;
  }
  const details = adding.error instanceof ApiError ? adding.error.details : [];
  const wrong = (field: string) => details.find(({ path }) => path === field)?.message;
  return (
    <FormDialog
      title={labels.add}
      submit={labels.submit}
      submitting={labels.submitting}
      isSubmitting={adding.isPending}
      isDirty={isDirty}
      onSubmit={async (event) => {
        event.preventDefault();
        await adding.mutateAsync(undefined).catch(() => undefined);
      }}
      onClose={onClose}
    >
      <FormField label={labels.name} error={wrong('name')}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </FormField>
      <FormField label={labels.url} hint={labels.urlHint} error={wrong('url')}>
        {(control) => (
          <Input
            {...control}
            type="url"
            autoComplete="off"
            spellCheck={false}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
