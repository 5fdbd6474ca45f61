/** Search and role filter of the members, and actions on the selected ones. */
import { Trash2 } from 'lucide-react';
import { memberRoles } from '../../../contract/endpoint.ts';
import { getRoleName } from '../../../labels/roles-es.ts';
import { removeSelectedMembersLabels, membersLabels as labels } from '../../../labels/workspaces-es.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
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
  const format = useRegionalFormat();
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      <SearchBox
        label={labels.search}
        className="flex-1 basis-52 sm:max-w-72"
        placeholder={labels.searchPlaceholder}
        value={filters.query}
        onQuery={onQuery}
      />
      <Select
        aria-label={labels.roleFilter}
        className="min-w-0 flex-1 basis-36 sm:max-w-44"
        value={filters.role ?? ''}
        onChange={(event) => onRole(event.target.value)}
      >
        <option value="">{labels.allRoles}</option>
        {memberRoles.toReversed().map((role) => (
          <option key={role} value={role}>
            {getRoleName(role)}
          </option>
        ))}
      </Select>
      {selected > 0 ? (
        <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
          <output className="text-xs text-muted tabular-nums">{labels.selected(format.count(selected))}</output>
          <Button size="small" variant="ghost" onClick={onClearSelection}>
            {labels.clearSelection}
          </Button>
          <Button size="small" className="text-bad" onClick={onRemoveSelected}>
            <Trash2 aria-hidden />
            {removeSelectedMembersLabels.open}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
