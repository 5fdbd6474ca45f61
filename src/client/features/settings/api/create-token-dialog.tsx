/** Dialog 'Crear token': the API token's name, role, expiry and allowed IP addresses. The token is shown only once. */
import { useState } from 'react';
import { memberRoles, type Role } from '../../../../contract/endpoint.ts';
import { getRoleName } from '../../../../labels/roles-es.ts';
import { apiTokenLabels as labels } from '../tokens-es.ts';
import { ApiError } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { FormField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input, Select, Textarea } from '../../../ui/input.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { useSettingsMutation } from '../use-change.ts';

const offeredDays = [7, 30, 90, 180, 400] as const;
const blank = { name: '', role: 'operator' as Role, expiresInDays: 90, addresses: '' };

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export default function CreateApiTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const format = useRegionalFormat();
  const [order, setOrder] = useState(blank);
  const set = (change: Partial<typeof blank>) => setOrder({ ...order, ...change });
  const creating = useSettingsMutation({
    change: () => callApi('createToken', { body: { ...order, addresses: linesOf(order.addresses) } }),
    failed: labels.failed,
    reads: ['listTokens'],
  });
  const isDirty = order.name !== '' || order.addresses !== '';
  useUnsavedWork(isDirty && !creating.isSuccess);
  if (creating.data) {
    const { secretTitle: title, secretText: text, copied } = labels;
    return <SecretDialog {...{ title, text, copied, onClose }} secret={creating.data.token} />;
  }
  const details = creating.error instanceof ApiError ? creating.error.details : [];
  // If a field has several errors, for example in a list of IP addresses, the first error is shown.
  const wrong = (field: string) => details.find(({ path }) => path.split('.', 1)[0] === field)?.message;
  return (
    <FormDialog
      title={labels.add}
      submit={labels.submit}
      submitting={labels.submitting}
      isSubmitting={creating.isPending}
      isDirty={isDirty}
      onSubmit={async (event) => {
        event.preventDefault();
        await creating.mutateAsync(undefined).catch(() => undefined);
      }}
      onClose={onClose}
    >
      <FormField label={labels.name} hint={labels.nameHint} error={wrong('name')}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={60}
            value={order.name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={labels.role} hint={labels.roleHint[order.role]}>
        {(control) => (
          <Select {...control} value={order.role} onChange={(event) => set({ role: event.target.value as Role })}>
            {memberRoles.map((role) => (
              <option key={role} value={role}>
                {getRoleName(role)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField label={labels.days}>
        {(control) => (
          <Select
            {...control}
            value={order.expiresInDays}
            onChange={(event) => set({ expiresInDays: Number(event.target.value) })}
          >
            {offeredDays.map((days) => (
              <option key={days} value={days}>
                {labels.daysOption(format.count(days))}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField label={labels.addresses} hint={labels.addressesHint} error={wrong('addresses')}>
        {(control) => (
          <Textarea
            {...control}
            className="min-h-16 font-mono"
            spellCheck={false}
            value={order.addresses}
            onChange={(event) => set({ addresses: event.target.value })}
          />
        )}
      </FormField>
    </FormDialog>
  );
}
