/** Dialog that invites a user without a password, and shows the invitation's link if it was not sent by e-mail. */
import { useMutation } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { AccountInvitation, UserAccount } from '../../../contract/access.ts';
import { setPasswordPath } from '../../../contract/mail-link-paths.ts';
import { accountInvitationLabels as labels } from './account-invitations-es.ts';
import { toastTitles } from '../../../labels/common-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { useAppInfo } from '../../session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { copyTextWithToast } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormField } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

interface InvitationDialogProps {
  readonly user: Pick<UserAccount, 'id' | 'username' | 'email'>;
  /** Invitation that was created together with the user. If null, the dialog creates one. */
  readonly made?: AccountInvitation | null;
  readonly onClose: () => void;
}

export default function InviteUserDialog({ user, made = null, onClose }: InvitationDialogProps) {
  const isMailed = useAppInfo().data?.signIn.canMailLinks === true && user.email !== null;
  const invite = useMutation({
    mutationFn: () => callApi('inviteUser', { params: { id: user.id } }),
    onSuccess({ sentTo }) {
      if (sentTo === null) return;
      toast.good(labels.sentTitle, labels.sentText(sentTo));
      onClose();
    },
    onError: () => toast.bad(toastTitles.error, labels.failed),
  });
  const token = (made ?? invite.data)?.token;
  if (token) return <InvitationLink username={user.username} token={token} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !invite.isPending) onClose();
      }}
      title={labels.title}
      confirmLook="primary"
      confirmLabel={invite.isPending ? labels.pending : isMailed ? labels.send : labels.make}
      onConfirm={() => invite.mutate()}
      pending={invite.isPending}
    >
      <p>{isMailed ? labels.againText(user.username, user.email ?? '') : labels.copyText(user.username)}</p>
      {invite.isError ? (
        <Alert tone="bad" className="mt-3">
          {getRequestErrorText(invite.error, labels.failed)}
        </Alert>
      ) : null}
    </ConfirmDialog>
  );
}

interface InvitationLinkProps {
  readonly username: string;
  readonly token: string;
  readonly onClose: () => void;
}

/** The invitation's link. It uses the origin of the admin's own URL, which the invited person can reach too. */
function InvitationLink({ username, token, onClose }: InvitationLinkProps) {
  const link = `${window.location.origin}${setPasswordPath}#${token}`;
  return (
    <Dialog
      open
      keepsOpen
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={labels.link}
      description={labels.linkText(username)}
      footer={
        <>
          <Button onClick={() => void copyTextWithToast(link, labels.copied)}>
            <Copy aria-hidden />
            {labels.copy}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {labels.done}
          </Button>
        </>
      }
    >
      <FormField label={labels.link}>
        {(control) => (
          <Input
            {...control}
            readOnly
            value={link}
            autoComplete="off"
            className="font-mono text-xs"
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </FormField>
    </Dialog>
  );
}
