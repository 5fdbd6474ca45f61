/** Dialog 'Agregar regla': a rule gives a role to users whose identity provider sends a certain claim value. */
import { useState } from 'react';
import { memberRoles, type Role } from '../../../../contract/endpoint.ts';
import { getRoleName } from '../../../../labels/roles-es.ts';
import { signOnRulesLabels as labels } from '../settings-sign-on-es.ts';
import { ApiError, getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';
import { FormField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Input, Select } from '../../../ui/input.tsx';
import { useSettingsMutation } from '../use-change.ts';

const blank = { claim: 'groups', value: '', role: 'operator' as Role };

export function AddSignOnRuleDialog({ onClose }: { readonly onClose: () => void }) {
  const [rule, setRule] = useState(blank);
  const set = (change: Partial<typeof blank>) => setRule({ ...rule, ...change });
  const adding = useSettingsMutation({
    change: () => callApi('createSignOnRule', { body: rule }),
    failed: labels.failed,
    done: () => labels.added,
    reads: ['listSignOnRules'],
  });
  const isDirty = rule.value !== '';
  useUnsavedWork(isDirty && !adding.isSuccess);
  const details = adding.error instanceof ApiError ? adding.error.details : [];
  const wrong = (field: string) => details.find(({ path }) => path === field)?.message;
  return (
    <FormDialog
      title={labels.add}
      submit={labels.submit}
      submitting={labels.submitting}
      isSubmitting={adding.isPending}
      isDirty={isDirty}
      failure={adding.error && details.length === 0 ? getRequestErrorText(adding.error, labels.failed) : undefined}
      onSubmit={async (event) => {
        event.preventDefault();
        await adding.mutateAsync(undefined).then(onClose, () => undefined);
      }}
      onClose={onClose}
    >
      <FormField label={labels.claim} hint={labels.claimHint} error={wrong('claim')}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={rule.claim}
            onChange={(event) => set({ claim: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={labels.value} hint={labels.valueHint} error={wrong('value')}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={rule.value}
            onChange={(event) => set({ value: event.target.value })}
          />
        )}
      </FormField>
      <FormField label={labels.role}>
        {(control) => (
          <Select {...control} value={rule.role} onChange={(event) => set({ role: event.target.value as Role })}>
            {memberRoles.map((role) => (
              <option key={role} value={role}>
                {getRoleName(role)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
    </FormDialog>
  );
}
