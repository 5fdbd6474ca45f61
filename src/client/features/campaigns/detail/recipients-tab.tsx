/** Tab 'Destinatarios' of a campaign: its recipients. The server searches, filters and pages them, as the URL says. */
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { recipientFilterLabels } from '../../../../labels/campaign-detail-es.ts';
import { campaignRecipientsLabels as labels } from '../../../../labels/campaign-recipients-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { buildEndpointUrl } from '../../../api/client.ts';
import { useCampaignRecipientPage } from '../../../api/queries.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button, getButtonClasses } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Select } from '../../../ui/input.tsx';
import { clampPageNumber, listPageNumbersWithGaps } from '../../../ui/page-numbers.ts';
import { Pagination } from '../../../ui/pagination.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { StaleNotice } from '../../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../../ui/states.tsx';
import { recipientFilterNames, useCampaignDialogUrlState } from '../campaign-address.ts';
import { CampaignRecipientTable } from './recipient-table.tsx';

const pageSize = 20;

/** React hook: ids of the recipients whose rows are expanded. The rows stay expanded when the list is refreshed. */
function useOpenRecipients() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: (id: string) => open.has(id),
    toggle: (id: string) =>
      setOpen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
  };
}

function Toolbar({ campaignId }: { readonly campaignId: string }) {
  const { query, show, changeQuery, changeShow } = useCampaignDialogUrlState();
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3 print:hidden">
      <SearchInput label={labels.search} placeholder={labels.searchPlaceholder} value={query} onSearch={changeQuery} />
      <Select
        aria-label={labels.filter}
        className="min-w-0 flex-1 basis-36 sm:max-w-52"
        value={show ?? ''}
        onChange={(event) => changeShow(event.target.value)}
      >
        <option value="">{labels.all}</option>
        {recipientFilterNames.map((each) => (
          <option key={each} value={each}>
            {recipientFilterLabels[each]}
          </option>
        ))}
      </Select>
      <a
        href={buildEndpointUrl('exportCampaignResults', { params: { id: campaignId } })}
        download
        className={getButtonClasses({ className: 'sm:ml-auto' })}
      >
        <Download aria-hidden />
        {labels.download}
      </a>
    </div>
  );
}

function Nobody({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered) return <EmptyState picture="people" title={labels.empty} />;
  return (
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
  );
}

function Paging({ total, page }: { readonly total: number; readonly page: number }) {
  const format = useRegionalFormat();
  const { changePage } = useCampaignDialogUrlState();
  const pages = Math.max(page, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  const last = Math.max(first, Math.min(page * pageSize, total));
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-t border-line pt-2 text-xs text-muted">
      <span className="tabular-nums">
        {labels.range(format.count(first), format.count(last), format.count(total))}
        {pages > 1 ? (
          <span className="hidden print:inline"> · {labels.rest(format.count(total - (last - first + 1)))}</span>
        ) : null}
      </span>
      {pages > 1 ? (
        <Pagination
          page={page}
          pages={pages}
          numbers={listPageNumbersWithGaps(page, pages)}
          write={format.count}
          onPage={changePage}
        />
      ) : null}
    </div>
  );
}

function RecipientList({ campaignId }: { readonly campaignId: string }) {
  const { query: q, show, page: askedPage, changePage, clear } = useCampaignDialogUrlState();
  const { data, error, isError, isPlaceholderData, refetch } = useCampaignRecipientPage(campaignId, {
    page: askedPage,
    pageSize,
    ...(q ? { q } : {}),
    ...(show ? { filter: show } : {}),
  });
  const open = useOpenRecipients();
  const total = data?.total ?? 0;
  const page = clampPageNumber(
    askedPage,
    isPlaceholderData || !data ? askedPage : Math.max(1, Math.ceil(total / pageSize)),
  );
  useEffect(() => {
    // Replaces a page number in the URL that is beyond the last page.
    if (page !== askedPage) changePage(page);
  });
  const retry = () => void refetch();
  if (!data)
    return isError ? (
      <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />
    ) : (
      <SkeletonRows count={8} className="h-12" />
    );
  if (total === 0) return <Nobody isFiltered={q !== '' || show !== null} onClear={clear} />;
  return (
    <>
      {isError ? <StaleNotice className="mb-2" onRetry={retry} /> : null}
      <div
        aria-busy={isPlaceholderData}
        className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}
      >
        <CampaignRecipientTable recipients={data.items} {...open} />
      </div>
      <Paging total={total} page={page} />
    </>
  );
}

export default function CampaignRecipientsTab({ campaign }: { readonly campaign: Campaign }) {
  return (
    <>
      <Toolbar campaignId={campaign.id} />
      <RecipientList campaignId={campaign.id} />
    </>
  );
}
