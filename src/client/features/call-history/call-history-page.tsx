/** The call history: filters, page and campaign stand in the address; the calls come from the server page by page. */
import { useCallback, useState } from 'react';
import { callHistoryLabels } from '../../../labels/call-history-es.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { useTimeZone } from '../../session/session.ts';
import { clampPage } from '../../ui/page-numbers.ts';
import { CallList } from './call-list.tsx';
import { CampaignBanner } from './campaign-banner.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { countFilters, defaultPageSize, panelFilters, readFilters, readPageSize, readSort, toCallFilters } from '../../format/history-filters.ts';

/** The largest page that the API takes. */
const lastPage = 1_000_000;

/** This address without the campaign, back on the first page. */
function withoutCampaign(search: URLSearchParams): string {
  const rest = new URLSearchParams(search);
  for (const key of ['campaign', 'name', 'page']) rest.delete(key);
  const query = rest.toString();
  return query ? `${paths.callHistory()}?${query}` : paths.callHistory();
}

/** Open where there is room, until the person decides. */
function usePanelOpen(): [boolean, () => void] {
  const hasRoom = useMediaQuery('(min-width: 64rem)');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? hasRoom;
  return [open, () => setChosen(!open)];
}

export default function CallHistoryPage() {
  const [search, changeSearch] = useSearchState();
  const zone = useTimeZone();
  const [panelOpen, togglePanel] = usePanelOpen();
  const filters = readFilters(search);
  const pageSize = readPageSize(search);
  const page = clampPage(Number(search.get('page') ?? 1), lastPage);
  const active = countFilters(filters);
  const clearFilters = () => changeSearch({ ...Object.fromEntries(panelFilters.map((name) => [name, null])), page: null });
  const goTo = useCallback((next: number) => changeSearch({ page: next === 1 ? null : String(next) }), [changeSearch]);
  const campaignName = filters.name ?? filters.campaign;
  return (
    <Page
      title={filters.name === null ? callHistoryLabels.title : callHistoryLabels.campaignTitle}
      {...(filters.name === null ? {} : { back: { href: paths.campaigns(), label: callHistoryLabels.backToCampaigns } })}
      className="flex flex-col gap-4"
    >
      {campaignName === null ? null : <CampaignBanner name={campaignName} seeAllHref={withoutCampaign(search)} />}
      <FilterPanel
        filters={filters}
        open={panelOpen}
        onToggle={togglePanel}
        onChange={(filter, value) => changeSearch({ [filter]: value, page: null })}
        onClear={clearFilters}
      />
      <CallList
        query={{ ...toCallFilters(filters, zone, readSort(search)), page, pageSize }}
        emptyText={filters.campaign !== null && active === 0 ? callHistoryLabels.emptyCampaign : callHistoryLabels.emptyFilters}
        onClearFilters={active > 0 ? clearFilters : null}
        onPage={goTo}
        onPageSize={(size) => changeSearch({ pageSize: size === defaultPageSize ? null : String(size), page: null })}
      />
    </Page>
  );
}
