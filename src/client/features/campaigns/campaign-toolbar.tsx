/** Search field and status filter of the campaign history; both are in the URL. */
import { campaignsLabels as labels } from '../../../labels/campaigns-es.ts';
import { campaignStatusLabels } from '../../../labels/es.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { hasCampaignFilters, campaignStatusOrder, type CampaignHistoryFilters } from './campaign-filters.ts';

interface CampaignToolbarProps {
  readonly filters: CampaignHistoryFilters;
  readonly onQuery: (query: string) => void;
  readonly onStatus: (status: string) => void;
  readonly onClear: () => void;
}

export function CampaignHistoryToolbar({ filters, onQuery, onStatus, onClear }: CampaignToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchInput
        label={labels.search}
        placeholder={labels.searchPlaceholder}
        value={filters.query}
        onSearch={onQuery}
      />
      <Select
        aria-label={labels.statusFilter}
        className="min-w-0 flex-none basis-34 sm:flex-1 sm:basis-36 sm:max-w-48"
        value={filters.status ?? ''}
        onChange={(event) => onStatus(event.target.value)}
      >
        <option value="">{labels.allStatuses}</option>
        {campaignStatusOrder.map((status) => (
          <option key={status} value={status}>
            {campaignStatusLabels[status]}
          </option>
        ))}
      </Select>
      {hasCampaignFilters(filters) ? (
        <Button size="small" variant="ghost" onClick={onClear}>
          {labels.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}
