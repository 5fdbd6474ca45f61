/** Card of a workspace's members, for its admins: search, role filter, selection, and dialogs. */
import { UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { WorkspaceMember, Workspace } from '../../../contract/access.ts';
import { inviteUserLabels, membersLabels as labels } from '../../../labels/workspaces-es.ts';
import { isApiErrorWithCode } from '../../api/api-error.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { filterMembers, readMemberFiltersFromUrl } from './member-filters.ts';
import { describeMembersReadFailure, useWorkspaceMembers } from './members-data.ts';
import { MembersTable, MembersTableSkeleton } from './members-table.tsx';
import { MembersToolbar } from './members-toolbar.tsx';
import { useWorkspaceDialogUrlState } from './use-dialog-address.ts';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const InviteDialog = lazyWithIdlePreload(() => import('./invite-dialog.tsx'));
const ChangeRoleDialog = lazyWithIdlePreload(() => import('./change-role-dialog.tsx'));
const RemoveMemberDialog = lazyWithIdlePreload(() => import('./remove-member-dialog.tsx'));
const BulkRemoveDialog = lazyWithIdlePreload(() => import('./bulk-remove-dialog.tsx'));

/** The dialog in the address. */
function MemberDialog({
  workspace,
  members,
}: {
  readonly workspace: Workspace;
  readonly members: readonly WorkspaceMember[];
}) {
  const { dialog, memberId, close } = useWorkspaceDialogUrlState();
  const member = members.find(({ id }) => id === memberId);
  if (dialog === 'invitar') return <InviteDialog workspace={workspace} onClose={close} />;
  if (dialog === 'rol' && member?.state === 'active')
    return <ChangeRoleDialog workspace={workspace} member={member} onClose={close} />;
  if (dialog === 'remover' && member)
    return <RemoveMemberDialog workspace={workspace} member={member} onClose={close} />;
  return null;
}

function MemberList({
  workspace,
  members,
}: {
  readonly workspace: Workspace;
  readonly members: readonly WorkspaceMember[];
}) {
  const [search, change] = useUrlSearchState();
  const { open } = useWorkspaceDialogUrlState();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [removing, setRemoving] = useState<readonly WorkspaceMember[] | null>(null);
  const filters = readMemberFiltersFromUrl(search);
  const shown = filterMembers(members, filters);
  // People who left the workspace after they were selected no longer count as selected.
  const selected = members.filter(({ id }) => chosen.has(id));

  function select(ids: readonly string[], isSelected: boolean): void {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  }

  return (
    <>
      <MembersToolbar
        filters={filters}
        onQuery={(q) => change({ q })}
        onRole={(role) => change({ role })}
        selected={selected.length}
        onRemoveSelected={() => setRemoving(selected)}
        onClearSelection={() => setChosen(new Set())}
      />
      {shown.length > 0 ? (
        <MembersTable
          members={shown}
          selected={chosen}
          onSelect={select}
          onChangeRole={(member) => open('rol', member.id)}
          onRemove={(member) => open('remover', member.id)}
        />
      ) : (
        <EmptyState
          picture="people"
          title={labels.none}
          text={labels.noneText}
          action={
            <Button size="small" onClick={() => change({ q: null, role: null })}>
              {labels.clearFilters}
            </Button>
          }
        />
      )}
      <Suspense fallback={null}>
        {removing ? (
          <BulkRemoveDialog
            workspace={workspace}
            members={removing}
            onClose={(stayed) => {
              setRemoving(null);
              if (stayed) setChosen(new Set(stayed.map(({ id }) => id)));
            }}
          />
        ) : null}
        <MemberDialog workspace={workspace} members={members} />
      </Suspense>
    </>
  );
}

export function MembersCard({ workspace }: { readonly workspace: Workspace }) {
  const { data, error, isError, refetch } = useWorkspaceMembers(workspace.id);
  const [search] = useUrlSearchState();
  const { open } = useWorkspaceDialogUrlState();
  const format = useRegionalFormat();
  const retry = () => void refetch();
  const shown = data ? filterMembers(data, readMemberFiltersFromUrl(search)).length : 0;
  const pending = data?.filter(({ state }) => state === 'pending').length ?? 0;
  const counted = data
    ? shown === data.length
      ? labels.countedWith(labels.counted(format.count(shown - pending)), format.count(pending), pending)
      : labels.shownOf(format.count(shown), format.count(data.length))
    : labels.loading;
  return (
    <SectionCard
      title={labels.title}
      subtitle={<span aria-live="polite">{isError && !data ? null : counted}</span>}
      bodyClassName="p-0"
      actions={
        <Button size="small" disabled={!data} onClick={() => open('invitar')}>
          <UserPlus aria-hidden />
          {inviteUserLabels.open}
        </Button>
      }
    >
      {isError && data ? <StaleNotice onRetry={retry} className="m-4 mb-0" /> : null}
      {data ? <MemberList workspace={workspace} members={data} /> : null}
      {!data && isError ? (
        isApiErrorWithCode(error, 'forbidden') ? (
          <ForbiddenState />
        ) : (
          <FailedReadState text={describeMembersReadFailure(error)} onRetry={retry} />
        )
      ) : null}
      {!data && !isError ? <MembersTableSkeleton rows={4} /> : null}
    </SectionCard>
  );
}
