/** The members as a table. Below `xl` e-mail and name stand under the username, so that nothing scrolls sideways. */
import { membersLabels as labels } from '../../../labels/workspaces-es.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Table, TableHead, TableRow } from '../../ui/table.tsx';
import { fullName } from './member-filters.ts';
import {
  MemberMenu,
  MemberName,
  MemberStatus,
  missingValue,
  useLastAccess,
  type MembersProps,
} from './member-parts.tsx';
import { RoleBadge } from './role-badge.tsx';

const wide = 'max-xl:hidden';
const cell = 'px-3 first:pl-4 last:pr-4 max-xl:h-14';
const head = 'px-3 first:pl-4 last:pr-4';

/** Two lines at most, so that a long address is still read. */
function Known({ value, missing }: { readonly value: string | null; readonly missing: string }) {
  if (value === null) return <span className="text-muted">{missing}</span>;
  return (
    <span className="line-clamp-2 leading-tight break-words" title={value}>
      {value}
    </span>
  );
}

function HeadRow({ selectAll }: { readonly selectAll: React.ReactNode }) {
  return (
    <TableHead>
      <tr>
        <HeadCell className={`${head} w-11`}>{selectAll}</HeadCell>
        <HeadCell className={head}>{labels.username}</HeadCell>
        <HeadCell className={`${head} ${wide}`}>{labels.email}</HeadCell>
        <HeadCell className={`${head} ${wide}`}>{labels.name}</HeadCell>
        <HeadCell className={`${head} w-32`}>{labels.role}</HeadCell>
        <HeadCell className={`${head} w-28`}>{labels.status}</HeadCell>
        <HeadCell className={`${head} w-38`}>{labels.lastAccess}</HeadCell>
        <HeadCell className={`${head} w-16`}>
          <span className="sr-only">{labels.actions}</span>
        </HeadCell>
      </tr>
    </TableHead>
  );
}

export function MembersTable({ members, selected, onSelect, onChangeRole, onRemove }: MembersProps) {
  const lastAccess = useLastAccess();
  const chosen = members.filter(({ id }) => selected.has(id)).length;
  const isWhole = chosen > 0 && chosen === members.length;
  return (
    <Table aria-label={labels.title} className="table-fixed">
      <HeadRow
        selectAll={
          <Checkbox
            aria-label={labels.selectAll}
            checked={isWhole}
            indeterminate={chosen > 0 && !isWhole}
            onChange={() =>
              onSelect(
                members.map(({ id }) => id),
                !isWhole,
              )
            }
          />
        }
      />
      <tbody>
        {members.map((member) => (
          <TableRow key={member.id} aria-selected={selected.has(member.id)}>
            <Cell className={cell}>
              <Checkbox
                aria-label={labels.select(member.username)}
                checked={selected.has(member.id)}
                onChange={(event) => onSelect([member.id], event.target.checked)}
              />
            </Cell>
            <Cell className={cell}>
              <MemberName member={member} />
              <span className="block truncate text-xs text-muted xl:hidden">
                {[fullName(member), member.email ?? missingValue(member, labels.noEmail)].filter(Boolean).join(' · ')}
              </span>
            </Cell>
            <Cell className={`${cell} ${wide}`}>
              <Known value={member.email} missing={missingValue(member, labels.noEmail)} />
            </Cell>
            <Cell className={`${cell} ${wide}`}>
              <Known value={fullName(member)} missing={missingValue(member, labels.noName)} />
            </Cell>
            <Cell className={cell}>
              <RoleBadge role={member.role} />
            </Cell>
            <Cell className={cell}>
              <MemberStatus member={member} />
            </Cell>
            <Cell className={`${cell} whitespace-nowrap text-muted`}>{lastAccess(member)}</Cell>
            <Cell className={`${cell} text-right`}>
              <MemberMenu member={member} onChangeRole={onChangeRole} onRemove={onRemove} />
            </Cell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

/** Rows in the shape of what comes. */
export function MembersTableSkeleton({ rows }: { readonly rows: number }) {
  return (
    <Table aria-label={labels.loading} aria-busy className="table-fixed">
      <HeadRow selectAll={<Skeleton className="size-4" />} />
      <tbody>
        {Array.from({ length: rows }, (_, index) => (
          <tr key={index} className="border-b border-line last:border-0">
            <Cell className={cell}>
              <Skeleton className="size-4" />
            </Cell>
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
              <Skeleton className="h-5 w-20 rounded-full" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="h-5 w-18 rounded-full" />
            </Cell>
            <Cell className={cell}>
              <Skeleton className="h-4 w-30" />
            </Cell>
            <Cell className={cell} />
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
