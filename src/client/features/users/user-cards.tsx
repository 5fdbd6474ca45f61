/** The users as cards, for narrow screens. */
import { usersLabels as labels } from '../../../labels/users-es.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fullName } from './user-filter.ts';
import { Known, UserActions, UserName, UserStatus, useUserMoments, type UsersProps } from './user-parts.tsx';

const row = 'flex flex-col gap-1 border-b border-line px-4 py-3 last:border-0';

export function UserCards({ users, actions }: UsersProps) {
  const { lastLogin, createdAt } = useUserMoments();
  return (
    <ul aria-label={labels.heading}>
      {users.map((user) => (
        <li key={user.id} className={row}>
          <div className="flex items-center justify-between gap-2">
            <span className="flex min-w-0 items-center gap-2">
              <UserName user={user} />
              <UserStatus isActive={user.isActive} />
            </span>
            {actions ? <UserActions user={user} actions={actions} /> : null}
          </div>
          <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-1 text-xs [&_dd]:min-w-0 [&_dd]:tabular-nums [&_dt]:text-muted">
            <dt>{labels.email}</dt>
            <dd>
              <Known value={user.email} />
            </dd>
            <dt>{labels.fullName}</dt>
            <dd>
              <Known value={fullName(user)} />
            </dd>
            <dt>{labels.lastLogin}</dt>
            <dd>{lastLogin(user)}</dd>
            <dt>{labels.createdAt}</dt>
            <dd>{createdAt(user)}</dd>
          </dl>
        </li>
      ))}
    </ul>
  );
}

export function UserCardsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <ul aria-label={labels.loading} aria-busy>
      {Array.from({ length: rows }, (_, index) => (
        <li key={index} className={row}>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-4 w-48 max-w-full" />
          <Skeleton className="h-4 w-48 max-w-full" />
          <Skeleton className="h-4 w-40 max-w-full" />
        </li>
      ))}
    </ul>
  );
}
