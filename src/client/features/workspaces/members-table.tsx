/**
 * Table of a workspace's members. On narrow screens, the members are cards. On screens narrower than `xl`, email
 * address and name are shown under the username.
 */
import { membersLabels as labels } from '../../../labels/workspaces-es.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ResponsiveTableOrCards } from '../../ui/column-list.tsx';
import type { TableColumn } from '../../ui/column-table.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatMemberFullName } from './member-filters.ts';
import {
  MemberMenu,
  MemberName,
  MemberStatus,
  formatMissingMemberValue,
  SelectAllMembersCheckbox,
  useLastAccessFormatter,
  type MemberListProps,
} from './member-parts.tsx';
import { RoleBadge } from './role-badge.tsx';

type Member = MemberListProps['members'][number];

const wide = 'max-xl:hidden';

/**
 * Text about a workspace member in a table cell, in at most two lines. If `value` is null, the cell shows the text
 * `missing`.
 */
function Known({ value, missing }: { readonly value: string | null; readonly missing: string }) {
  if (value === null) return <span className="text-muted">{missing}</span>;
  return (
    <span className="line-clamp-2 leading-tight break-words" title={value}>
      {value}
    </span>
  );
}

type Shown = readonly Member[] | number;
type Selection = Pick<MemberListProps, 'selected' | 'onSelect'>;

interface Context extends Omit<MemberListProps, 'members'> {
  readonly members: Shown;
  readonly lastAccess: ReturnType<typeof useLastAccessFormatter>;
}

function All({ members, ...selection }: Selection & { readonly members: Shown; readonly 'aria-label'?: string }) {
  return typeof members === 'number' ? (
    <Skeleton className="size-4" />
  ) : (
    <SelectAllMembersCheckbox members={members} {...selection} />
  );
}

const columns: readonly TableColumn<Member, Context>[] = [
  {
    id: 'selection',
    head: ({ members, selected, onSelect }) => (
      <All members={members} selected={selected} onSelect={onSelect} aria-label={labels.selectAll} />
    ),
    cell: ({ id, username }, { selected, onSelect }) => (
      <Checkbox
        aria-label={labels.select(username)}
        checked={selected.has(id)}
        onChange={(event) => onSelect([id], event.target.checked)}
      />
    ),
    headClass: 'w-11',
    skeleton: 'size-4',
    card: 'lead',
  },
  {
    id: 'username',
    head: labels.username,
    cell: (member) => (
      <>
        <MemberName member={member} />
        <span className="block truncate text-xs text-muted max-md:hidden xl:hidden">
          {[formatMemberFullName(member), member.email ?? formatMissingMemberValue(member, labels.noEmail)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </>
    ),
    skeleton: 'h-4 w-28 max-w-full',
    card: 'title',
  },
  {
    id: 'email',
    head: labels.email,
    cell: (member) => <Known value={member.email} missing={formatMissingMemberValue(member, labels.noEmail)} />,
    className: wide,
    skeleton: 'h-4 w-40 max-w-full',
  },
  {
    id: 'name',
    head: labels.name,
    cell: (member) => (
      <Known value={formatMemberFullName(member)} missing={formatMissingMemberValue(member, labels.noName)} />
    ),
    className: wide,
    skeleton: 'h-4 w-32 max-w-full',
  },
  {
    id: 'role',
    head: labels.role,
    cell: ({ role }) => <RoleBadge role={role} />,
    headClass: 'w-32',
    skeleton: 'h-5 w-20 rounded-full',
    card: 'title',
  },
  {
    id: 'status',
    head: labels.status,
    cell: (member) => <MemberStatus member={member} />,
    headClass: 'w-28',
    skeleton: 'h-5 w-18 rounded-full',
    card: 'title',
  },
  {
    id: 'lastAccess',
    head: labels.lastAccess,
    cell: (member, { lastAccess }) => lastAccess(member),
    headClass: 'w-38',
    cellClass: 'whitespace-nowrap text-muted',
    skeleton: 'h-4 w-30',
  },
  {
    id: 'actions',
    head: <span className="sr-only">{labels.actions}</span>,
    cell: (member, { onChangeRole, onRemove }) => (
      <MemberMenu member={member} onChangeRole={onChangeRole} onRemove={onRemove} />
    ),
    headClass: 'w-16',
    cellClass: 'text-right',
    card: 'corner',
  },
];

export function MembersTable({ members, ...context }: Omit<MemberListProps, 'members'> & { readonly members: Shown }) {
  const lastAccess = useLastAccessFormatter();
  const { selected, onSelect } = context;
  return (
    <ResponsiveTableOrCards
      aria-label={typeof members === 'number' ? labels.loading : labels.title}
      className="table-fixed"
      aboveCards={
        <label className="flex items-center gap-3 border-b border-line px-4 py-2 text-xs text-muted">
          <All members={members} selected={selected} onSelect={onSelect} />
          {labels.selectAll}
        </label>
      }
      columns={columns}
      context={{ ...context, members, lastAccess }}
      rows={members}
      keyOf={({ id }) => id}
      rowProps={({ id }) => ({ 'aria-selected': selected.has(id) })}
      headClass="px-3 first:pl-4 last:pr-4"
      cellClass="px-3 first:pl-4 last:pr-4 max-xl:h-14"
    />
  );
}

const nobody: ReadonlySet<string> = new Set();
const inert = (): void => undefined;

/** Placeholder rows of the members' table. */
export function MembersTableSkeleton({ rows }: { readonly rows: number }) {
  return <MembersTable members={rows} selected={nobody} onSelect={inert} onChangeRole={inert} onRemove={inert} />;
}
