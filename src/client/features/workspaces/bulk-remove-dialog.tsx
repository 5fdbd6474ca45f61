/**
 * Dialog that confirms removing the selected workspace members. It sends a request for each member and reports all
 * results together.
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkspaceMember, Workspace } from '../../../contract/access.ts';
import { removeSelectedMembersLabels as labels, removeMemberLabels } from '../../../labels/workspaces-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { removeSelectedMembers } from './bulk-removal.ts';
import { useMemberActions } from './members-data.ts';

const atOnce = 4;
const namedAtMost = 8;

interface BulkRemoveDialogProps {
  readonly workspace: Workspace;
  readonly members: readonly WorkspaceMember[];
  /** Callback on closing. `stayed`: members who could not be removed; null if the removal was not started. */
  readonly onClose: (stayed: readonly WorkspaceMember[] | null) => void;
}

/** Returns the error text if all failed removals of members have the same error text; null if the texts differ. */
function commonReason(errors: readonly unknown[]): string | null {
  const messages = new Set(errors.map((error) => getRequestErrorText(error, '')));
  const [only] = messages;
  return messages.size === 1 ? only || null : null;
}

export default function BulkRemoveMembersDialog({ workspace, members, onClose }: BulkRemoveDialogProps) {
  const { remove, refresh } = useMemberActions(workspace);
  const { user } = useSession();
  const format = useRegionalFormat();
  const [done, setDone] = useState(0);
  const named = members.slice(0, namedAtMost);
  const more = members.length - named.length;
  const namesOf = (some: readonly WorkspaceMember[]): string => {
    const names = some.slice(0, namedAtMost).map(({ username }) => username);
    const rest = some.length - names.length;
    return [...names, ...(rest > 0 ? [labels.andMore(format.count(rest))] : [])].join(', ');
  };
  const removal = useMutation({
    mutationFn: () =>
      removeSelectedMembers(members, { remove, isLast: ({ id }) => id === user.id, atOnce, onProgress: setDone }),
    onSuccess: async ({ removed, failed }) => {
      const stayed = failed.map(({ item }) => item);
      if (stayed.length === 0) toast.good(labels.doneTitle, labels.doneText(format.count(removed.length)));
      else
        toast.bad(
          labels.failedTitle,
          `${labels.failed}. ${labels.stayed(namesOf(stayed), commonReason(failed.map(({ error }) => error)))}`,
        );
      onClose(stayed);
      await refresh(members);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !removal.isPending) onClose(null);
      }}
      title={labels.title(format.count(members.length), members.length === 1)}
      confirmLabel={
        removal.isPending
          ? labels.progress(format.count(done), format.count(members.length))
          : removeMemberLabels.confirm
      }
      onConfirm={() => removal.mutate()}
      pending={removal.isPending}
    >
      <p>{labels.text(workspace.name)}</p>
      <ul className="mt-2 list-disc pl-5 break-words">
        {named.map(({ id, username }) => (
          <li key={id}>{username}</li>
        ))}
      </ul>
      {more > 0 ? <p className="mt-1">{labels.andMore(format.count(more))}</p> : null}
      {members.some(({ state }) => state === 'pending') ? <p className="mt-2">{labels.pendingText}</p> : null}
      {members.some(({ id }) => id === user.id) ? <p className="mt-2 font-medium text-ink">{labels.ownText}</p> : null}
    </ConfirmDialog>
  );
}
