/** Search and role filter over the members, and what can be done with the selected ones. */
import { Search, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { roles } from '../../../contract/endpoint.ts';
import { roleName } from '../../../labels/roles-es.ts';
import { bulkRemoveLabels, membersLabels as labels } from '../../../labels/workspaces-es.ts';
import { useFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/input.tsx';
import type { MemberFilters } from './member-filters.ts';

interface MembersToolbarProps {
  readonly filters: MemberFilters;
  readonly onQuery: (query: string) => void;
  readonly onRole: (role: string) => void;
  readonly selected: number;
  readonly onRemoveSelected: () => void;
  readonly onClearSelection: () => void;
}

export function MembersToolbar({
  filters,
  onQuery,
  onRole,
  selected,
  onRemoveSelected,
  onClearSelection,
}: MembersToolbarProps) {
  const searchId = useId();
  const roleId = useId();
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      <div className="relative min-w-0 flex-1 basis-52 sm:max-w-72">
        <label htmlFor={searchId} className="sr-only">
          {labels.search}
        </label>
        <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted" />
        <Input
          id={searchId}
          type="search"
          className="pl-8"
          placeholder={labels.searchPlaceholder}
          value={filters.query}
          onChange={(event) => onQuery(event.target.value)}
        />
      </div>
      <div className="min-w-0 flex-1 basis-36 sm:max-w-44">
        <label htmlFor={roleId} className="sr-only">
          {labels.roleFilter}
        </label>
        <Select id={roleId} value={filters.role ?? ''} onChange={(event) => onRole(event.target.value)}>
          <option value="">{labels.allRoles}</option>
          {roles.toReversed().map((role) => (
            <option key={role} value={role}>
              {roleName(role)}
            </option>
          ))}
        </Select>
      </div>
      {selected > 0 ? (
        <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
          <output className="text-xs text-muted tabular-nums">
            {labels.selected(format.count(selected), selected === 1)}
          </output>
          <Button size="small" variant="ghost" onClick={onClearSelection}>
            {labels.clearSelection}
          </Button>
          <Button size="small" className="text-bad" onClick={onRemoveSelected}>
            <Trash2 aria-hidden />
            {bulkRemoveLabels.open}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
