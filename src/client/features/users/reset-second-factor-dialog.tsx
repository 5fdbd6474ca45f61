/** '¿Quitar el segundo factor?' */
import type { User } from '../../../contract/access.ts';
import { resetSecondFactorLabels as labels } from './users-second-factor-es.ts';
import { call } from '../../api/client.ts';
import { ConfirmUserDialog } from './confirm-user-dialog.tsx';

interface ResetSecondFactorDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

export default function ResetSecondFactorDialog({ user, onClose }: ResetSecondFactorDialogProps) {
  return (
    <ConfirmUserDialog
      user={user}
      labels={labels}
      act={(id) => call('resetSecondFactor', { params: { id } })}
      onClose={onClose}
    >
      <p>{labels.what(user.username)}</p>
    </ConfirmUserDialog>
  );
}
