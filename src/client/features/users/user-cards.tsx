/** The users as cards, for narrow screens. */
import { usersLabels as labels } from '../../../labels/users-es.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fullName } from './user-filter.ts';
import { Known, UserActions, UserName, UserStatus, useUserMoments, type UsersProps } from './user-parts.tsx';

const row = 'flex items-start gap-3 border-b border-line px-4 py-3 last:border-0';

export function UserCards({ users, actions }: UsersProps) {
  const { lastLogin, createdAt } = useUserMoments();
  return (
    <ul aria-label={labels.heading}>
      {users.map((user) => (
        <li key={user.id} className={row}>
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <span className="flex min-w-0 flex-wrap items-center gap-2">
              <UserName user={user} />
              <UserStatus isActive={user.isActive} />
            </span>
            <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-0.5 text-xs [&_dd]:truncate [&_dd]:tabular-nums [&_dt]:text-muted">
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
          </div>
          {actions ? <UserActions user={user} actions={actions} /> : null}
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
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-4 w-56 max-w-full" />
            <Skeleton className="h-4 w-48 max-w-full" />
          </div>
        </li>
      ))}
    </ul>
  );
}
