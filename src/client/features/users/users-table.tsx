/** Table of users, cards on narrow screens. Below the breakpoint `xl`, e-mail and name are under the username. */
import { usersLabels as labels } from '../../../labels/users-es.ts';
import { ResponsiveTableOrCards } from '../../ui/column-list.tsx';
import type { TableColumn } from '../../ui/column-table.tsx';
import { formatUserFullName } from './user-filter.ts';
import {
  UserValueOrMissing,
  UserActionButtons,
  UserName,
  UserStatusBadge,
  useUserTimeFormatters,
  type UserListProps,
} from './user-parts.tsx';

type User = UserListProps['users'][number];

const wide = 'max-xl:hidden';
const moment = 'whitespace-nowrap text-muted';

type Context = ReturnType<typeof useUserTimeFormatters> & Pick<UserListProps, 'actions'>;

const columns: readonly TableColumn<User, Context>[] = [
  {
    id: 'username',
    head: labels.username,
    cell: (user) => (
      <>
        <UserName user={user} />
        <span className="block truncate text-xs text-muted max-md:hidden xl:hidden">
          {[formatUserFullName(user), user.email].filter(Boolean).join(' · ') || labels.unspecified}
        </span>
      </>
    ),
    skeleton: 'h-4 w-28 max-w-full',
    card: 'title',
  },
  {
    id: 'email',
    head: labels.email,
    cell: ({ email }) => <UserValueOrMissing value={email} />,
    className: wide,
    skeleton: 'h-4 w-40 max-w-full',
  },
  {
    id: 'name',
    head: labels.fullName,
    cell: (user) => <UserValueOrMissing value={formatUserFullName(user)} />,
    className: wide,
    skeleton: 'h-4 w-32 max-w-full',
  },
  {
    id: 'status',
    head: labels.status,
    cell: ({ isActive }) => <UserStatusBadge isActive={isActive} />,
    headClass: 'w-28',
    skeleton: 'h-5 w-18 rounded-full',
    card: 'title',
  },
  {
    id: 'lastLogin',
    head: labels.lastLogin,
    cell: (user, { lastLogin }) => lastLogin(user),
    headClass: 'w-38',
    cellClass: moment,
    skeleton: 'h-4 w-30',
  },
  {
    id: 'createdAt',
    head: labels.createdAt,
    cell: (user, { createdAt }) => createdAt(user),
    headClass: 'w-32',
    cellClass: moment,
    skeleton: 'h-4 w-20',
  },
  {
    id: 'actions',
    head: labels.actions,
    cell: (user, { actions }) => (actions ? <UserActionButtons user={user} actions={actions} /> : null),
    headClass: 'w-36 text-right',
    card: 'corner',
  },
];

interface UsersTableProps {
  /** Users in the table; while they load, the number of placeholder rows. */
  readonly users: readonly User[] | number;
  readonly actions: UserListProps['actions'];
}

export function UsersTable({ users, actions }: UsersTableProps) {
  const moments = useUserTimeFormatters();
  return (
    <ResponsiveTableOrCards
      aria-label={typeof users === 'number' ? labels.loading : labels.heading}
      className="table-fixed"
      columns={actions ? columns : columns.filter(({ id }) => id !== 'actions')}
      context={{ ...moments, actions }}
      rows={users}
      keyOf={({ id }) => id}
      headClass="px-3 first:pl-4 last:pr-4"
      cellClass="px-3 first:pl-4 last:pr-4 max-xl:h-14"
    />
  );
}
