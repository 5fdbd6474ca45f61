/** Tab 'Registro': a campaign's log, newest first, with its steps, people's changes, and reasons for waiting. */
import {
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleStop,
  Hourglass,
  Info,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import type { CampaignLogEntry, CampaignLogKind } from '../../../../contract/campaigns.ts';
import { campaignLogLabels as labels } from '../../../../labels/campaign-recipients-es.ts';
import { describeCampaignLogEntry } from '../campaign-log-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TextWithPhoneNumbers } from '../../../ui/numbers-in.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { StaleNotice } from '../../../ui/stale-notice.tsx';
import { EmptyState, FailedReadState } from '../../../ui/states.tsx';
import { useCampaignLog } from './use-campaign-log.ts';

interface EntryLook {
  readonly Icon: LucideIcon;
  readonly tone: string;
}

const plain: EntryLook = { Icon: Info, tone: 'text-muted' };
const wait: EntryLook = { Icon: Hourglass, tone: 'text-muted' };
const trouble: EntryLook = { Icon: TriangleAlert, tone: 'text-attention' };

const looks: Readonly<Partial<Record<CampaignLogKind, EntryLook>>> = {
  started: { Icon: CirclePlay, tone: 'text-accent-text' },
  resumed: { Icon: CirclePlay, tone: 'text-accent-text' },
  wait_over: { Icon: CirclePlay, tone: 'text-accent-text' },
  waiting: wait,
  rate_limited: wait,
  no_lines: wait,
  paused: { Icon: CirclePause, tone: 'text-attention' },
  stopped: { Icon: CircleStop, tone: 'text-muted' },
  provider_unavailable: trouble,
  refused: trouble,
  unconfirmed: trouble,
  completed: { Icon: CircleCheck, tone: 'text-good' },
};

function Entry({ entry }: { readonly entry: CampaignLogEntry }) {
  const format = useRegionalFormat();
  const { Icon, tone } = looks[entry.kind] ?? plain;
  return (
    <li className="flex items-start gap-3 py-2.5">
      <Icon aria-hidden className={classNames('mt-0.5 size-4 shrink-0', tone)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className="min-w-0 break-words">
          <TextWithPhoneNumbers text={describeCampaignLogEntry(entry, format)} shown={entry.shownNumbers} />
          {entry.username === null ? null : <span className="text-muted"> {labels.by(entry.username)}</span>}
        </span>
        <time
          dateTime={entry.at}
          title={format.timeWithSeconds(entry.at)}
          className="shrink-0 text-xs text-muted tabular-nums"
        >
          {format.dateTime(entry.at)}
        </time>
      </div>
    </li>
  );
}

export default function CampaignLogTab({ campaignId }: { readonly campaignId: string }) {
  const { data, error, isError, isFetchNextPageError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useCampaignLog(campaignId);
  const retry = () => void refetch();
  if (!data)
    return isError ? (
      <FailedReadState text={getRequestErrorText(error)} onRetry={retry} />
    ) : (
      <SkeletonRows count={8} className="h-11" />
    );
  const entries = data.pages.flat();
  if (entries.length === 0) return <EmptyState picture="log" title={labels.empty} text={labels.emptyText} />;
  return (
    <>
      {isError && !isFetchNextPageError ? <StaleNotice className="mb-2" onRetry={retry} /> : null}
      <ol aria-label={labels.list} className="divide-y divide-line">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasNextPage ? <p className="hidden text-xs text-muted print:block">{labels.older}</p> : null}
      {hasNextPage ? (
        <div className="flex flex-wrap items-center justify-center gap-3 border-t border-line pt-4 print:hidden">
          <Button size="small" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? labels.loadingMore : labels.more}
          </Button>
          {isFetchNextPageError ? (
            <span role="alert" className="text-xs text-bad">
              {labels.moreFailed}
            </span>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
