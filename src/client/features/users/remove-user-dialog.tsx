/** 'Eliminar usuario?' */
import type { UserAccount } from '../../../contract/access.ts';
import { removeUserLabels as labels } from '../../../labels/users-es.ts';
import { callApi } from '../../api/client.ts';
import { ConfirmUserActionDialog } from './confirm-user-dialog.tsx';

export default function RemoveUserDialog({
  user,
  onClose,
}: {
  readonly user: UserAccount;
  readonly onClose: () => void;
}) {
  return (
    <ConfirmUserActionDialog
      user={user}
      labels={labels}
      act={(id) => callApi('deleteUser', { params: { id } })}
      onClose={onClose}
    >
      <p>{labels.what(user.username)}</p>
      <p className="mt-1">{labels.text}</p>
    </ConfirmUserActionDialog>
  );
}
