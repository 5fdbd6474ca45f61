/** 'Eliminar usuario?' */
import type { User } from '../../../contract/access.ts';
import { removeUserLabels as labels } from '../../../labels/users-es.ts';
import { call } from '../../api/client.ts';
import { ConfirmUserDialog } from './confirm-user-dialog.tsx';

export default function RemoveUserDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  return (
    <ConfirmUserDialog
      user={user}
      labels={labels}
      act={(id) => call('deleteUser', { params: { id } })}
      onClose={onClose}
    >
      <p>{labels.what(user.username)}</p>
      <p className="mt-1">{labels.text}</p>
    </ConfirmUserDialog>
  );
}
