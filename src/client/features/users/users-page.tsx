/** Page 'Gestión de Usuarios': accounts of people who can sign in. Editors read them, admins manage them. */
import { UserPlus } from 'lucide-react';
import { Suspense } from 'react';
import type { UserAccount } from '../../../contract/access.ts';
import { usersLabels as labels } from '../../../labels/users-es.ts';
import { isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { PageFrame } from '../../layout/page.tsx';
import { useHasRole } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { SectionCard } from '../../ui/card.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { StaleNotice } from '../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { filterUsers } from './user-filter.ts';
import { useUsers } from './users-data.ts';
import { UsersTable } from './users-table.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const UserDialog = lazyWithIdlePreload(() => import('./user-dialog.tsx'));
const RemoveUserDialog = lazyWithIdlePreload(() => import('./remove-user-dialog.tsx'));

const ResetSecondFactorDialog = lazyWithIdlePreload(() => import('./reset-second-factor-dialog.tsx'));

const InvitationDialog = lazyWithIdlePreload(() => import('./invitation-dialog.tsx'));

const nothing = () => undefined;
const inert = { onEdit: nothing, onRemove: nothing, onResetFactor: nothing, onInvite: nothing };

function UserList({ users, mayManage }: { readonly users: readonly UserAccount[]; readonly mayManage: boolean }) {
  const [search, change] = useUrlSearchState();
  const query = search.get('q') ?? '';
  const shown = filterUsers(users, query);
  if (users.length === 0)
    return <EmptyState picture="people" title={labels.empty} text={mayManage ? labels.emptyText : undefined} />;
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <SearchBox
          label={labels.search}
          className="sm:max-w-80"
          placeholder={labels.searchPlaceholder}
          value={query}
          onQuery={(q) => change({ q })}
        />
      </div>
      {shown.length > 0 ? (
        <UsersTable
          users={shown}
          actions={
            mayManage
              ? {
                  onEdit: ({ id }) => change({ dialog: 'editar', user: id }),
                  onRemove: ({ id }) => change({ dialog: 'eliminar', user: id }),
                  onInvite: ({ id }) => change({ dialog: 'invitacion', user: id }),
                  onResetFactor: ({ id }) => change({ dialog: 'segundo-factor', user: id }),
                }
              : null
          }
        />
      ) : (
        <EmptyState
          picture="people"
          title={labels.none}
          text={labels.noneText}
          action={
            <Button size="small" onClick={() => change({ q: null })}>
              {labels.clearSearch}
            </Button>
          }
        />
      )}
    </>
  );
}

/** Dialog that the URL's `?dialog=` names, for the user in `?user=`. It opens only for people who may use it. */
function UserDialogs({ users }: { readonly users: readonly UserAccount[] }) {
  const [search, change] = useUrlSearchState();
  const dialog = search.get('dialog');
  const user = users.find(({ id }) => id === search.get('user'));
  const close = () => change({ dialog: null, user: null });
  return (
    <Suspense fallback={null}>
      {dialog === 'nuevo' ? <UserDialog user={null} onClose={close} /> : null}
      {dialog === 'editar' && user && (user.canManage || user.canSetPassword) ? (
        <UserDialog user={user} onClose={close} />
      ) : null}
      {dialog === 'invitacion' && user?.canSetPassword && user.awaitsPassword ? (
        <InvitationDialog user={user} onClose={close} />
      ) : null}
      {dialog === 'segundo-factor' && user?.canSetPassword && user.hasSecondFactor ? (
        <ResetSecondFactorDialog user={user} onClose={close} />
      ) : null}
      {dialog === 'eliminar' && user?.canManage ? <RemoveUserDialog user={user} onClose={close} /> : null}
    </Suspense>
  );
}

function countedOf(users: readonly UserAccount[], query: string, count: (value: number) => string): string {
  const shown = filterUsers(users, query).length;
  return shown === users.length ? labels.counted(count(shown)) : labels.shownOf(count(shown), count(users.length));
}

export default function UsersPage() {
  const { data, error, isError, refetch } = useUsers();
  const [search, change] = useUrlSearchState();
  const mayManage = useHasRole('admin');
  const format = useRegionalFormat();
  const retry = () => void refetch();
  return (
    <PageFrame
      title={labels.title}
      actions={
        mayManage ? (
          <Button size="small" variant="primary" onClick={() => change({ dialog: 'nuevo' })}>
            <UserPlus aria-hidden />
            <span className="max-sm:sr-only">{labels.create}</span>
          </Button>
        ) : null
      }
    >
      <SectionCard
        title={labels.heading}
        subtitle={
          <span aria-live="polite">
            {data ? countedOf(data, search.get('q') ?? '', format.count) : isError ? null : labels.loading}
            {mayManage || !data ? null : ` · ${labels.readOnly}`}
          </span>
        }
        bodyClassName="p-0"
      >
        {isError && data ? <StaleNotice onRetry={retry} className="m-4 mb-0" /> : null}
        {data ? <UserList users={data} mayManage={mayManage} /> : null}
        {!data && isError ? (
          isApiErrorWithCode(error, 'forbidden') ? (
            <ForbiddenState />
          ) : (
            <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />
          )
        ) : null}
        {!data && !isError ? <UsersTable users={6} actions={mayManage ? inert : null} /> : null}
      </SectionCard>
      {mayManage ? <UserDialogs users={data ?? []} /> : null}
    </PageFrame>
  );
}
