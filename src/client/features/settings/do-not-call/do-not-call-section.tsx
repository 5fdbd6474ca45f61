/** Settings section of the do-not-call list: files, a form to add a number, and a searchable table of numbers. */
import { doNotCallSources } from '../../../../contract/do-not-call.ts';
import { doNotCallLabels as labels, doNotCallSourceLabels } from '../do-not-call-es.ts';
import { useListPageQuery } from '../../../api/queries.ts';
import { pollingQueryOptions } from '../read-on-opening.ts';
import { useUrlSearchState } from '../../../hooks/use-search-state.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { Select } from '../../../ui/input.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AddDoNotCallNumberCard } from './add-number-card.tsx';
import { DoNotCallFiles, OutdatedDoNotCallRegistryWarning } from './do-not-call-files.tsx';
import { DoNotCallTable } from './do-not-call-table.tsx';
import { PagedSettingsList } from '../paged-list.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';

const pageSize = 20;

function NumbersCard() {
  const [search, change] = useUrlSearchState();
  const q = search.get('q') ?? '';
  const source = doNotCallSources.find((each) => each === search.get('origen'));
  const page = Math.max(1, Math.floor(Number(search.get('pagina')) || 1));
  const query = useListPageQuery(
    'listDoNotCall',
    { query: { page, pageSize, ...(q ? { q } : {}), ...(source ? { source } : {}) } },
    pollingQueryOptions,
  );
  const isFiltered = q !== '' || source !== undefined;
  return (
    <SectionCard title={labels.title} subtitle={labels.text} bodyClassName="p-0">
      <div className="flex flex-wrap gap-2 border-b border-line px-4 py-3">
        <SearchInput
          label={labels.search}
          placeholder={labels.searchPlaceholder}
          value={q}
          onSearch={(text) => change({ q: text, pagina: null })}
        />
        <Select
          aria-label={labels.source}
          className="min-w-0 flex-1 basis-40 sm:max-w-56"
          value={source ?? ''}
          onChange={(event) => change({ origen: event.target.value, pagina: null })}
        >
          <option value="">{labels.allSources}</option>
          {doNotCallSources.map((each) => (
            <option key={each} value={each}>
              {doNotCallSourceLabels[each]}
            </option>
          ))}
        </Select>
      </div>
      <PagedSettingsList
        query={query}
        page={page}
        pageSize={pageSize}
        onPage={(next) => change({ pagina: String(next) })}
        failedTitle={labels.failed}
        empty={
          isFiltered ? (
            <EmptyState
              picture="search"
              title={labels.noMatch}
              text={labels.noMatchText}
              action={
                <Button size="small" onClick={() => change({ q: null, origen: null, pagina: null })}>
                  {labels.clearFilters}
                </Button>
              }
            />
          ) : (
            <EmptyState picture="blocked" title={labels.empty} text={labels.emptyText} />
          )
        }
      >
        {(entries) => <DoNotCallTable entries={entries} />}
      </PagedSettingsList>
    </SectionCard>
  );
}

export default function DoNotCallSection() {
  return (
    <>
      <OutdatedDoNotCallRegistryWarning />
      <AddDoNotCallNumberCard />
      <NumbersCard />
      <DoNotCallFiles />
    </>
  );
}
