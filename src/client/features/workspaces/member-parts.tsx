/** Components and hooks shared by the table and the cards of members. */
import { CircleCheck, CircleMinus, Clock, MoreHorizontal, Trash2, UserCog } from 'lucide-react';
import type { WorkspaceMember } from '../../../contract/access.ts';
import {
  changeRoleLabels,
  membersLabels as labels,
  removeMemberLabels,
  withdrawInvitationLabels,
} from '../../../labels/workspaces-es.ts';
import { useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

export interface MemberListProps {
  readonly members: readonly WorkspaceMember[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: readonly string[], isSelected: boolean) => void;
  readonly onChangeRole: (member: WorkspaceMember) => void;
  readonly onRemove: (member: WorkspaceMember) => void;
}

/** Checkbox that selects all displayed members, or clears the selection. */
export function SelectAllMembersCheckbox({
  members,
  selected,
  onSelect,
  'aria-label': label,
}: Pick<MemberListProps, 'members' | 'selected' | 'onSelect'> & { readonly 'aria-label'?: string }) {
  const chosen = members.filter(({ id }) => selected.has(id)).length;
  const isWhole = chosen > 0 && chosen === members.length;
  return (
    <Checkbox
      aria-label={label}
      checked={isWhole}
      indeterminate={chosen > 0 && !isWhole}
      onChange={() =>
        onSelect(
          members.map(({ id }) => id),
          !isWhole,
        )
      }
    />
  );
}

export function MemberName({ member }: { readonly member: WorkspaceMember }) {
  const { user } = useSession();
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium" title={member.username}>
        {member.username}
      </span>
      {member.id === user.id ? <Badge>{labels.you}</Badge> : null}
    </span>
  );
}

export function MemberStatus({ member: { state, isActive } }: { readonly member: WorkspaceMember }) {
  if (state === 'pending') {
    return (
      <Badge tone="attention" className="align-middle">
        <Clock aria-hidden />
        {labels.pending}
      </Badge>
    );
  }
  const Icon = isActive ? CircleCheck : CircleMinus;
  return (
    <Badge tone={isActive ? 'good' : 'neutral'} className="align-middle">
      <Icon aria-hidden />
      {isActive ? labels.active : labels.inactive}
    </Badge>
  );
}

/**
 * Text for a member's missing value: `missing`, or 'Sin datos' for a pending member, whose values are unknown until the
 * invitation is accepted.
 */
export function formatMissingMemberValue({ state }: WorkspaceMember, missing: string): string {
  return state === 'pending' ? labels.unknown : missing;
}

/** Hook: formatter of a member's last access; 'Nunca' if there was none. */
export function useLastAccessFormatter(): (member: WorkspaceMember) => string {
  const format = useRegionalFormat();
  return (member) =>
    member.lastAccessAt === null
      ? formatMissingMemberValue(member, labels.never)
      : format.dateTime(member.lastAccessAt);
}

type MemberMenuProps = Pick<MemberListProps, 'onChangeRole' | 'onRemove'> & { readonly member: WorkspaceMember };

export function MemberMenu({ member, onChangeRole, onRemove }: MemberMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <Button size="icon" variant="ghost" aria-label={labels.actionsFor(member.username)}>
          <MoreHorizontal aria-hidden />
        </Button>
      }
    >
      {member.state === 'pending' ? null : (
        <MenuItem onSelect={() => onChangeRole(member)}>
          <UserCog aria-hidden />
          {changeRoleLabels.open}
        </MenuItem>
      )}
      <MenuItem danger onSelect={() => onRemove(member)}>
        <Trash2 aria-hidden />
        {member.state === 'pending' ? withdrawInvitationLabels.open : removeMemberLabels.open}
      </MenuItem>
    </Menu>
  );
}
