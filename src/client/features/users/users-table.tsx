/** The users as a table. Below `xl` e-mail and name stand under the username, so that nothing scrolls sideways. */
import { usersLabels as labels } from '../../../labels/users-es.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Table, TableHead, TableRow } from '../../ui/table.tsx';
import { fullName } from './user-filter.ts';
import { Known, UserActions, UserName, UserStatus, useUserMoments, type UsersProps } from './user-parts.tsx';

const wide = 'max-xl:hidden';
const cell = 'px-3 first:pl-4 last:pr-4 max-xl:h-14';
const head = 'px-3 first:pl-4 last:pr-4';

function HeadRow({ withActions }: { readonly withActions: boolean }) {
  return (
    <TableHead>
      <tr>
        <HeadCell className={head}>{labels.username}</HeadCell>
        <HeadCell className={`${head} ${wide}`}>{labels.email}</HeadCell>
        <HeadCell className={`${head} ${wide}`}>{labels.fullName}</HeadCell>
        <HeadCell className={`${head} w-28`}>{labels.status}</HeadCell>
        <HeadCell className={`${head} w-38`}>{labels.lastLogin}</HeadCell>
        <HeadCell className={`${head} w-32`}>{labels.createdAt}</HeadCell>
        {withActions ? <HeadCell className={`${head} w-26 text-right`}>{labels.actions}</HeadCell> : null}
      </tr>
    </TableHead>
  );
}

export function UsersTable({ users, actions }: UsersProps) {
  const { lastLogin, createdAt } = useUserMoments();
  return (
    <Table aria-label={labels.heading} className="table-fixed">
      <HeadRow withActions={actions !== null} />
      <tbody>
        {users.map((user) => (
          <TableRow key={user.id}>
            <Cell className={cell}>
              <UserName user={user} />
              <span className="block truncate text-xs text-muted xl:hidden">
                {[fullName(user), user.email].filter(Boolean).join(' · ') || labels.unspecified}
              </span>
            </Cell>
            <Cell className={`${cell} ${wide}`}>
              <Known value={user.email} />
            </Cell>
            <Cell className={`${cell} ${wide}`}>
              <Known value={fullName(user)} />
            </Cell>
            <Cell className={cell}>
              <UserStatus isActive={user.isActive} />
            </Cell>
            <Cell className={`${cell} whitespace-nowrap text-muted`}>{lastLogin(user)}</Cell>
            <Cell className={`${cell} whitespace-nowrap text-muted`}>{createdAt(user)}</Cell>
            {actions ? (
              <Cell className={cell}>
                <UserActions user={user} actions={actions} />
              </Cell>
            ) : null}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

/** Rows in the shape of what comes. */
export function UsersTableSkeleton({ rows, withActions }: { readonly rows: number; readonly withActions: boolean }) {
  return (
    <Table aria-label={labels.loading} aria-busy className="table-fixed">
      <HeadRow withActions={withActions} />
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <tr key={index} className="border-b border-line last:border-0">
            <Cell className={cell}>
              <Skeleton className="h-4 w-28 max-w-full" />
            </Cell>
            <Cell className={`${cell} ${wide}`}>
              <Skeleton className="h-4 w-40 max-w-full" />
            </Cell>
            <Cell className={`${cell} ${wide}`}>
              <Skeleton className="h-4 w-32 max-w-full" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="h-5 w-18 rounded-full" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="h-4 w-30" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="h-4 w-20" />
            </Cell>
            {withActions ? <Cell className={cell} /> : null}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
