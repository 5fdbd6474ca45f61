/** '¿Quitar el segundo factor?' */
import type { UserAccount } from '../../../contract/access.ts';
import { resetSecondFactorLabels as labels } from './users-second-factor-es.ts';
import { callApi } from '../../api/client.ts';
import { ConfirmUserActionDialog } from './confirm-user-dialog.tsx';

interface ResetSecondFactorDialogProps {
  readonly user: UserAccount;
  readonly onClose: () => void;
}

export default function ResetSecondFactorDialog({ user, onClose }: ResetSecondFactorDialogProps) {
  return (
    <ConfirmUserActionDialog
      user={user}
      labels={labels}
      act={(id) => callApi('resetSecondFactor', { params: { id } })}
      onClose={onClose}
    >
      <p>{labels.what(user.username)}</p>
    </ConfirmUserActionDialog>
  );
}
