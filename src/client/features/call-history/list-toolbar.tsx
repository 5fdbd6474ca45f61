/** Toolbar of the call history: search, order (for cards), saved views, columns, export. Menus load on demand. */
import { Bookmark, Columns3, Download } from 'lucide-react';
import type { CallSortOrder } from '../../../contract/calls.ts';
import {
  callExportLabels,
  callHistoryLabels as labels,
  callSortOptions,
  savedViewLabels,
} from '../../../labels/call-history-es.ts';
import { useCallHistoryPage } from '../../api/queries.ts';
import { useMediaQuery } from '../../hooks/use-media-query.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/input.tsx';
import { LazyPopup } from '../../ui/lazy-popup.tsx';
import { useCallExport } from './call-export.ts';
import { callHistoryTableMediaQuery } from './history-columns.ts';
import { CallHistorySearchField } from './history-search.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const loadViews = () => import('./views-menu.tsx');
const loadColumns = () => import('./columns-menu.tsx');
const ViewsMenu = lazyWithIdlePreload(loadViews);
const ColumnsMenu = lazyWithIdlePreload(loadColumns);

type PageQuery = Parameters<typeof useCallHistoryPage>[0];

interface ListToolbarProps {
  /** The list's query. */
  readonly query: PageQuery;
  readonly search: string;
  readonly sort: CallSortOrder;
  readonly onSearch: (text: string) => void;
  readonly onSort: (sort: CallSortOrder) => void;
  readonly onExport: () => void;
}

function Total({ query }: { readonly query: PageQuery }) {
  const { data } = useCallHistoryPage(query);
  const format = useRegionalFormat();
  return (
    <output className="min-w-24 text-xs whitespace-nowrap text-muted tabular-nums">
      {data ? labels.total(format.total(data.total, data.capped)) : null}
    </output>
  );
}

export function CallHistoryToolbar({ query, search, sort, onSearch, onSort, onExport }: ListToolbarProps) {
  const isWide = useMediaQuery(callHistoryTableMediaQuery);
  const isExporting = useCallExport().kind === 'running';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CallHistorySearchField value={search} onSearch={onSearch} />
      <Total query={query} />
      {isWide ? null : (
        <Select
          aria-label={labels.sort}
          className="min-w-0 flex-1 basis-28"
          value={sort}
          onChange={(event) => onSort(callSortOptions.find(({ value }) => value === event.target.value)?.value ?? sort)}
        >
          {callSortOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
      <LazyPopup
        kind="menu"
        Panel={ViewsMenu}
        preload={() => void loadViews()}
        trigger={
          <Button className="px-3">
            <Bookmark aria-hidden />
            {savedViewLabels.menu}
          </Button>
        }
      />
      {isWide ? (
        <LazyPopup
          kind="menu"
          Panel={ColumnsMenu}
          preload={() => void loadColumns()}
          trigger={
            <Button className="px-3">
              <Columns3 aria-hidden />
              {labels.columns}
            </Button>
          }
        />
      ) : null}
      <Button className="px-3" disabled={isExporting} onClick={onExport}>
        <Download aria-hidden />
        <span>
          <span className="max-sm:sr-only">{callExportLabels.action}</span>
          <span aria-hidden className="sm:hidden">
            {callExportLabels.short}
          </span>
        </span>
      </Button>
    </div>
  );
}
