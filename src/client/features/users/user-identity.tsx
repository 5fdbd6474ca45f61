/** Field that links a user to an id of the identity provider, for admins. It is saved at once, apart from the form. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserAccount } from '../../../contract/access.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { otherUserOidcIdentityLabels as labels } from '../../../labels/own-identity-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useRefreshUsers } from './users-data.ts';

export default function UserIdentityProviderField({
  user,
  provider,
}: {
  readonly user: UserAccount;
  readonly provider: string;
}) {
  const refresh = useRefreshUsers();
  const [linked, setLinked] = useState(user.identity);
  const [typed, setTyped] = useState('');
  const change = useMutation({
    mutationFn: (subject: string | null) => callApi('setUserIdentity', { params: { id: user.id }, body: { subject } }),
    async onSuccess({ identity }) {
      setLinked(identity);
      setTyped('');
      toast.good(identity === null ? labels.unlinked : labels.linked);
      await refresh();
    },
    onError: (error) => toast.bad(toastTitles.error, getRequestErrorText(error, labels.failed)),
  });
  return (
    <FormField label={labels.field(provider)} hint={labels.hint}>
      {(control) => (
        <span className="flex gap-2">
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            readOnly={linked !== null}
            value={linked ?? typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button
            disabled={change.isPending || (linked === null && typed.trim() === '')}
            onClick={() => change.mutate(linked === null ? typed : null)}
          >
            {linked === null ? labels.link : labels.unlink}
          </Button>
        </span>
      )}
    </FormField>
  );
}
