/** The members as cards, for narrow screens. */
import { membersLabels as labels } from '../../../labels/workspaces-es.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { fullName } from './member-filters.ts';
import {
  MemberMenu,
  MemberName,
  MemberStatus,
  missingValue,
  SelectAll,
  useLastAccess,
  type MembersProps,
} from './member-parts.tsx';
import { RoleBadge } from './role-badge.tsx';

const row = 'flex items-start gap-3 border-b border-line px-4 py-3 last:border-0';

export function MemberCards({ members, selected, onSelect, onChangeRole, onRemove }: MembersProps) {
  const lastAccess = useLastAccess();
  return (
    <>
      <label className="flex items-center gap-3 border-b border-line px-4 py-2 text-xs text-muted">
        <SelectAll members={members} selected={selected} onSelect={onSelect} />
        {labels.selectAll}
      </label>
      <ul aria-label={labels.title}>
        {members.map((member) => (
          <li key={member.id} className={row}>
            <Checkbox
              className="mt-0.5"
              aria-label={labels.select(member.username)}
              checked={selected.has(member.id)}
              onChange={(event) => onSelect([member.id], event.target.checked)}
            />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <MemberName member={member} />
              {fullName(member) ? <span className="truncate text-xs">{fullName(member)}</span> : null}
              <span className="truncate text-xs text-muted">
                {member.email ?? missingValue(member, labels.noEmail)}
              </span>
              <span className="flex flex-wrap gap-1">
                <RoleBadge role={member.role} />
                <MemberStatus member={member} />
              </span>
              <span className="text-xs text-muted tabular-nums">
                {labels.lastAccess}: {lastAccess(member)}
              </span>
            </div>
            <MemberMenu member={member} onChangeRole={onChangeRole} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </>
  );
}

export function MemberCardsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <ul aria-label={labels.loading} aria-busy>
      {Array.from({ length: rows }, (_, index) => (
        <li key={index} className={row}>
          <Skeleton className="size-4" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4 w-48 max-w-full" />
            <Skeleton className="h-5 w-40 max-w-full rounded-full" />
          </div>
        </li>
      ))}
    </ul>
  );
}
