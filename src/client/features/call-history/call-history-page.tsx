/** The call history screen. The URL holds its search, filters, order, page and campaign; the list is paginated. */
import { useCallback } from 'react';
import { panelFilters } from '../../../contract/history-address.ts';
import type { ReadAhead } from '../../api/read-ahead.ts';
import { callHistoryLabels } from '../../../labels/call-history-es.ts';
import {
  countFilters,
  defaultPageSize,
  defaultSort,
  readFilters,
  readPageSize,
  readSort,
  toCallFilters,
} from '../../format/history-filters.ts';
import { useSearchState, type SearchChange } from '../../hooks/use-search-state.ts';
import { Page } from '../../layout/page.tsx';
import { paths } from '../../paths.ts';
import { useTimeZone } from '../../session/session.ts';
import { useFormat } from '../../session/use-format.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { clampPage } from '../../ui/page-numbers.ts';
import { startExport } from './call-export.ts';
import { CallList } from './call-list.tsx';
import { useColumns } from './history-columns.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { ActiveFilters } from './set-filters.tsx';
import { useListKeys } from './use-list-keys.ts';

const campaignBanner = lazyPart(async () => ({ default: (await import('./campaign-banner.tsx')).CampaignBanner }));
const exportProgress = lazyPart(() => import('./export-progress.tsx'));

/** Highest page number that the API accepts. */
const lastPage = 1_000_000;

const noFilters: SearchChange = Object.fromEntries(panelFilters.map((name) => [name, null]));

/** URL of the call list without the campaign filter, on its first page. */
function withoutCampaign(search: URLSearchParams): string {
  const rest = new URLSearchParams(search);
  for (const key of ['campaign', 'name', 'page']) rest.delete(key);
  return paths.callList(rest.toString());
}

/** Converts the URL's query string into the API query for the call list. */
function readQuery(search: URLSearchParams, zone: string) {
  const page = clampPage(Number(search.get('page') ?? 1), lastPage);
  return { ...toCallFilters(readFilters(search), zone, readSort(search)), page, pageSize: readPageSize(search) };
}

/** Data that the call history prefetches; app/routes.tsx finds this export by its name. @public */
export const readAhead: ReadAhead = ({ readPage }, { search, workspace }) =>
  readPage('listCalls', { query: readQuery(search, workspace.timeZone) });

export default function CallHistoryPage() {
  const [search, changeSearch] = useSearchState();
  const zone = useTimeZone();
  const format = useFormat();
  const { shown: columns } = useColumns();
  useListKeys();
  const filters = readFilters(search);
  const sort = readSort(search);
  const callFilters = toCallFilters(filters, zone, sort);
  const query = readQuery(search, zone);
  const active = countFilters(filters);
  /** Changes filters or order, and goes to the first page. The browser's back button returns to the list before. */
  const show = (change: SearchChange) => changeSearch({ ...change, page: null }, { push: true });
  const goTo = useCallback(
    (next: number, corrects = false) => changeSearch({ page: next === 1 ? null : String(next) }, { push: !corrects }),
    [changeSearch],
  );
  // A new search adds one entry to the browser's history; further typing replaces that entry.
  const searchFor = (text: string) => changeSearch({ q: text, page: null }, { push: filters.q === null });
  const setSort = (next: string) => show({ sort: next === defaultSort ? null : next });
  const campaignName = filters.name ?? filters.campaign;
  return (
    <Page
      title={filters.name === null ? callHistoryLabels.title : callHistoryLabels.campaignTitle}
      {...(filters.name === null
        ? {}
        : { back: { href: paths.campaigns(), label: callHistoryLabels.backToCampaigns } })}
      className="flex flex-col gap-4"
    >
      {campaignName === null ? null : <campaignBanner.Part name={campaignName} seeAllHref={withoutCampaign(search)} />}
      <ListToolbar
        query={query}
        search={filters.q ?? ''}
        sort={sort}
        onSearch={searchFor}
        onSort={setSort}
        onExport={() => void startExport({ query: callFilters, write: format.count })}
      />
      <exportProgress.Part />
      <ActiveFilters filters={filters} onChange={show} onClear={() => show(noFilters)} />
      <CallList
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
        onPageSize={(size) => show({ pageSize: size === defaultPageSize ? null : String(size) })}
        onSort={setSort}
      />
    </Page>
  );
}
