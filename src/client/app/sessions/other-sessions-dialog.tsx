/** Dialog that confirms ending the user's other sessions, and says how many ended. On failure it shows the error. */
import { useState } from 'react';
import { endOtherSessionsLabels as labels } from '../../../labels/account-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { Alert } from '../../ui/alert.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { RevokeApiTokensCheckbox } from '../revoke-tokens-box.tsx';
import { toast } from '../../ui/toast.ts';

export default function OtherSessionsDialog({ onClose }: { readonly onClose: () => void }) {
  const [pending, setPending] = useState(false);
  const [revokeTokens, setRevokeTokens] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function end(): Promise<void> {
    setPending(true);
    setFailure(null);
    try {
      const { ended, revoked } = await callApi('endOtherSessions', { body: { revokeTokens } });
      toast.good(labels.doneTitle, labels.doneText(ended, revoked));
      onClose();
    } catch (error) {
      setFailure(getRequestErrorText(error, labels.failed));
      setPending(false);
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !pending) onClose();
      }}
      title={labels.title}
      confirmLabel={pending ? labels.pending : labels.action}
      onConfirm={() => void end()}
      pending={pending}
    >
      <p>{labels.what}</p>
      <RevokeApiTokensCheckbox checked={revokeTokens} disabled={pending} onChange={setRevokeTokens} />
      {failure ? (
        <Alert tone="bad" className="mt-3">
          {failure}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}
