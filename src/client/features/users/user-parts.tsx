/** Components and hooks shared by the table and the cards of users. */
import { CircleCheck, CircleMinus, Link, Mail, Pencil, ShieldCheck, ShieldOff, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UserAccount } from '../../../contract/access.ts';
import { accountInvitationLabels } from './account-invitations-es.ts';
import { usersLabels as labels } from '../../../labels/users-es.ts';
import { useAppInfo, useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

export interface UserListProps {
  readonly users: readonly UserAccount[];
  /** Callbacks for an admin's actions on a user; null for people who may only read. */
  readonly actions: {
    readonly onEdit: (user: UserAccount) => void;
    readonly onRemove: (user: UserAccount) => void;
    /** Callback that resets a user's second factor. */
    readonly onResetFactor: (user: UserAccount) => void;
    /** Callback that opens the dialog for inviting a user again whose account has no password yet. */
    readonly onInvite: (user: UserAccount) => void;
  } | null;
}

export function UserName({ user }: { readonly user: UserAccount }) {
  const own = useSession().user.id === user.id;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="max-w-full truncate font-medium" title={user.username}>
        {user.username}
      </span>
      {own ? <Badge>{labels.you}</Badge> : null}
      {user.hasSecondFactor ? (
        <Badge>
          <ShieldCheck aria-hidden />
          {labels.secondFactor}
        </Badge>
      ) : null}
      {user.awaitsPassword ? <Badge tone="attention">{accountInvitationLabels.awaits}</Badge> : null}
      {user.hasWorkspace ? null : <Badge tone="attention">{labels.noWorkspace}</Badge>}
    </span>
  );
}

/** Shows a value of a user in at most two lines. If the value is null, shows a muted text that says so. */
export function UserValueOrMissing({ value }: { readonly value: string | null }) {
  if (value === null) return <span className="text-muted">{labels.unspecified}</span>;
  return (
    <span className="line-clamp-2 leading-tight break-words" title={value}>
      {value}
    </span>
  );
}

export function UserStatusBadge({ isActive }: { readonly isActive: UserAccount['isActive'] }) {
  const active = isActive === 'true';
  const Icon = active ? CircleCheck : CircleMinus;
  return (
    <Badge tone={active ? 'good' : 'neutral'} className="align-middle">
      <Icon aria-hidden />
      {active ? labels.active : labels.inactive}
    </Badge>
  );
}

/** Hook: formatters of a user's last sign-in ('Nunca' if none) and of the day of creation. */
export function useUserTimeFormatters(): {
  readonly lastLogin: (user: UserAccount) => string;
  readonly createdAt: (user: UserAccount) => string;
} {
  const format = useRegionalFormat();
  return {
    lastLogin: (user) => (user.lastLogin === null ? labels.never : format.dateTime(user.lastLogin)),
    createdAt: (user) => format.date(user.createdAt),
  };
}

interface ActionProps {
  readonly name: string;
  /** Reason why the person may not use this button, shown in a tooltip; null if they may. */
  readonly refusal: string | null;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Action({ name, refusal, onClick, children }: ActionProps) {
  return (
    <Tooltip text={refusal} enabled={refusal !== null}>
      <Button
        size="icon"
        variant="ghost"
        aria-label={refusal === null ? name : `${name}: ${refusal}`}
        aria-disabled={refusal !== null}
        onClick={refusal === null ? onClick : undefined}
      >
        {children}
      </Button>
    </Tooltip>
  );
}

export function UserActionButtons({
  user,
  actions,
}: {
  readonly user: UserAccount;
  readonly actions: NonNullable<UserListProps['actions']>;
}) {
  const own = useSession().user.id === user.id;
  const refusal = user.canManage ? null : labels.notManaged;
  const signIn = useAppInfo().data?.signIn;
  const isMailed = signIn?.canMailLinks === true && user.email !== null;
  const isInvitable = user.awaitsPassword && user.canSetPassword && user.isActive === 'true';
  return (
    <span className="flex justify-end gap-1">
      <Action name={labels.edit(user.username)} refusal={refusal} onClick={() => actions.onEdit(user)}>
        <Pencil aria-hidden />
      </Action>
      {isInvitable && signIn?.password !== false ? (
        <Action
          name={(isMailed ? accountInvitationLabels.again : accountInvitationLabels.copyFor)(user.username)}
          refusal={null}
          onClick={() => actions.onInvite(user)}
        >
          {isMailed ? <Mail aria-hidden /> : <Link aria-hidden />}
        </Action>
      ) : null}
      {user.hasSecondFactor && user.canSetPassword ? (
        <Action name={labels.resetFactor(user.username)} refusal={null} onClick={() => actions.onResetFactor(user)}>
          <ShieldOff aria-hidden />
        </Action>
      ) : null}
      <Action
        name={labels.remove(user.username)}
        refusal={own ? labels.notRemovable : refusal}
        onClick={() => actions.onRemove(user)}
      >
        <Trash2 aria-hidden />
      </Action>
    </span>
  );
}
