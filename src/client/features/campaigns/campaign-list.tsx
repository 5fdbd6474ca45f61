/** Cards of the campaign history, filtered by search and status, five a page. */
import type { Campaign } from '../../../contract/campaigns.ts';
import { campaignsLabels as labels } from '../../../labels/campaigns-es.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { clampPageNumber, listPageNumbersWithGaps } from '../../ui/page-numbers.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CampaignCard } from './campaign-card.tsx';
import { filterCampaigns, hasCampaignFilters, readCampaignFiltersFromUrl } from './campaign-filters.ts';
import type { CampaignActionToConfirm } from './campaign-dialogs.tsx';
import { CampaignHistoryToolbar } from './campaign-toolbar.tsx';

const pageSize = 5;

function NoMatch({ onClear }: { readonly onClear: () => void }) {
  return (
    <div className="band">
      <EmptyState
        picture="search"
        title={labels.noMatch}
        text={labels.noMatchText}
        action={
          <Button size="small" onClick={onClear}>
            {labels.clearFilters}
          </Button>
        }
      />
    </div>
  );
}

interface CampaignListProps {
  /** The newest campaigns. */
  readonly campaigns: readonly Campaign[];
  /** Number of all campaigns of the workspace, including campaigns too old for the history's list. */
  readonly inAll: number;
  readonly onAsk: (asked: CampaignActionToConfirm) => void;
}

export function CampaignHistoryList({ campaigns, inAll, onAsk }: CampaignListProps) {
  const format = useRegionalFormat();
  const [search, changeSearch] = useUrlSearchState();
  const filters = readCampaignFiltersFromUrl(search);
  const found = filterCampaigns(campaigns, filters);
  const total = found.length;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = clampPageNumber(Number(search.get('page') ?? 1), pages);
  const from = (page - 1) * pageSize;
  const newest = hasCampaignFilters(filters) ? labels.searchedNewest : labels.shownNewest;
  const clear = () => changeSearch({ buscar: null, estado: null, page: null });
  return (
    <>
      <CampaignHistoryToolbar
        filters={filters}
        onQuery={(query) => changeSearch({ buscar: query, page: null })}
        onStatus={(status) => changeSearch({ estado: status, page: null })}
        onClear={clear}
      />
      {total === 0 ? <NoMatch onClear={clear} /> : null}
      <ul aria-label={labels.list} className="flex flex-col gap-4">
        {found.slice(from, from + pageSize).map((campaign) => (
          <li key={campaign.id}>
            <CampaignCard campaign={campaign} onAsk={(change) => onAsk({ campaign, change })} />
          </li>
        ))}
      </ul>
      {pages > 1 ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
          <span className="tabular-nums">
            {labels.pageOf(
              format.count(page),
              format.count(pages),
              format.count(from + 1),
              format.count(Math.min(from + pageSize, total)),
              format.count(total),
            )}
          </span>
          <Pagination
            page={page}
            pages={pages}
            numbers={listPageNumbersWithGaps(page, pages)}
            write={format.count}
            onPage={(next) => changeSearch({ page: next === 1 ? null : String(next) })}
          />
        </div>
      ) : null}
      {inAll > campaigns.length ? (
        <p className="text-xs text-muted tabular-nums">{newest(format.count(campaigns.length), format.count(inAll))}</p>
      ) : null}
    </>
  );
}
