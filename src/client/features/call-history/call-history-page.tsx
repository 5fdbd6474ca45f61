/** The call history screen. The URL holds its search, filters, order, page and campaign; the list is paginated. */
import { useCallback } from 'react';
import { callHistoryPanelFilterNames } from '../../../contract/history-address.ts';
import type { ScreenPrefetchFunction } from '../../api/read-ahead.ts';
import { callHistoryLabels } from '../../../labels/call-history-es.ts';
import {
  countActiveCallHistoryFilters,
  defaultCallHistoryPageSize,
  defaultCallHistorySort,
  readCallHistoryFiltersFromUrl,
  readCallHistoryPageSizeFromUrl,
  readCallHistorySortFromUrl,
  toCallFiltersQuery,
} from '../../format/history-filters.ts';
import { useUrlSearchState, type SearchParamChanges } from '../../hooks/use-search-state.ts';
import { PageFrame } from '../../layout/page.tsx';
import { screenPaths } from '../../paths.ts';
import { useWorkspaceTimeZone } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { createLazyComponent } from '../../ui/lazy-part.tsx';
import { clampPageNumber } from '../../ui/page-numbers.ts';
import { startCallExport } from './call-export.ts';
import { CallHistoryList } from './call-list.tsx';
import { useCallHistoryColumns } from './history-columns.ts';
import { CallHistoryToolbar } from './list-toolbar.tsx';
import { ActiveCallFilterChips } from './set-filters.tsx';
import { useCallListShortcuts } from './use-list-keys.ts';

const campaignBanner = createLazyComponent(async () => ({
  default: (await import('./campaign-banner.tsx')).CampaignFilterBanner,
}));
const exportProgress = createLazyComponent(() => import('./export-progress.tsx'));

/** Highest page number that the API accepts. */
const lastPage = 1_000_000;

const noFilters: SearchParamChanges = Object.fromEntries(callHistoryPanelFilterNames.map((name) => [name, null]));

/** URL of the call list without the campaign filter, on its first page. */
function withoutCampaign(search: URLSearchParams): string {
  const rest = new URLSearchParams(search);
  for (const key of ['campaign', 'name', 'page']) rest.delete(key);
  return screenPaths.callList(rest.toString());
}

/** Converts the URL's query string into the API query for the call list. */
function readQuery(search: URLSearchParams, zone: string) {
  const page = clampPageNumber(Number(search.get('page') ?? 1), lastPage);
  return {
    ...toCallFiltersQuery(readCallHistoryFiltersFromUrl(search), zone, readCallHistorySortFromUrl(search)),
    page,
    pageSize: readCallHistoryPageSizeFromUrl(search),
  };
}

/** Data that the call history prefetches; app/routes.tsx finds this export by its name. @public */
export const readAhead: ScreenPrefetchFunction = ({ readPage }, { search, workspace }) =>
  readPage('listCalls', { query: readQuery(search, workspace.timeZone) });

export default function CallHistoryPage() {
  const [search, changeSearch] = useUrlSearchState();
  const zone = useWorkspaceTimeZone();
  const format = useRegionalFormat();
  const { shown: columns } = useCallHistoryColumns();
  useCallListShortcuts();
  const filters = readCallHistoryFiltersFromUrl(search);
  const sort = readCallHistorySortFromUrl(search);
  const callFilters = toCallFiltersQuery(filters, zone, sort);
  const query = readQuery(search, zone);
  const active = countActiveCallHistoryFilters(filters);
  /** Changes filters or order, and goes to the first page. The browser's back button returns to the former list. */
  const show = (change: SearchParamChanges) => changeSearch({ ...change, page: null }, { push: true });
  const goTo = useCallback(
    (next: number, corrects = false) => changeSearch({ page: next === 1 ? null : String(next) }, { push: !corrects }),
    [changeSearch],
  );
  // A new search adds one entry to the browser's history; further typing replaces that entry.
  const searchFor = (text: string) => changeSearch({ q: text, page: null }, { push: filters.q === null });
  const setSort = (next: string) => show({ sort: next === defaultCallHistorySort ? null : next });
  const campaignName = filters.name ?? filters.campaign;
  return (
    <PageFrame
      title={filters.name === null ? callHistoryLabels.title : callHistoryLabels.campaignTitle}
      {...(filters.name === null
        ? {}
        : { back: { href: screenPaths.campaigns(), label: callHistoryLabels.backToCampaigns } })}
      className="flex flex-col gap-4"
    >
      {campaignName === null ? null : <campaignBanner.Part name={campaignName} seeAllHref={withoutCampaign(search)} />}
      <CallHistoryToolbar
        query={query}
        search={filters.q ?? ''}
        sort={sort}
        onSearch={searchFor}
        onSort={setSort}
        onExport={() => void startCallExport({ query: callFilters, write: format.count })}
      />
      <exportProgress.Part />
      <ActiveCallFilterChips filters={filters} onChange={show} onClear={() => show(noFilters)} />
      <CallHistoryList
        query={query}
        sort={sort}
        columns={columns}
        list={search.toString()}
        emptyText={
          filters.campaign !== null && active === 0 && filters.q === null
            ? callHistoryLabels.emptyCampaign
            : callHistoryLabels.emptyFilters
        }
        onClearFilters={active > 0 ? () => show(noFilters) : null}
        onClearSearch={(instead) => show({ ...instead, q: null })}
        onPage={goTo}
        onPageSize={(size) => show({ pageSize: size === defaultCallHistoryPageSize ? null : String(size) })}
        onSort={setSort}
      />
    </PageFrame>
  );
}
