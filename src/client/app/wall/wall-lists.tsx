/** The wall display's lists: calls in progress by agent, campaigns, and problems. Each is cut to the rows that fit. */
import { CircleAlert, CirclePause, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { campaignProgressLabels } from '../../../labels/campaigns-es.ts';
import { wallDisplayLabels as labels } from '../../../labels/wall-es.ts';
import {
  useActiveCalls,
  useCampaigns,
  useCopcMetrics,
  useOpenAlerts,
  useWorkspaceSettings,
  useWebhookStatus,
} from '../../api/queries.ts';
import { getServerTimeMs } from '../../api/realtime.ts';
import {
  countFinishedRecipients,
  countRecipientsWithResult,
  elideCampaignNameMiddle,
} from '../../features/campaigns/campaign-figures.ts';
import { formatDuration } from '../../format/durations.ts';
import { computePercent } from '../../format/numbers.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { listAttentionItems } from '../attention-items.ts';
import { describeAttentionItem } from '../attention-words.ts';
import { groupLiveCallsByAgent, sortWallCampaigns, fitWallListRows } from './wall-model.ts';

interface ListProps {
  readonly title: string;
  /** Rows of a list on the wall display; null if they could not be fetched, undefined while they load. */
  readonly rows: readonly ReactNode[] | null | undefined;
  readonly empty: string;
  /** Sentence that sums up the rows that do not fit a list of the wall display; null if all of them fit. */
  readonly rest: string | null;
}

function List({ title, rows, empty, rest }: ListProps) {
  return (
    <section aria-label={title} aria-busy={rows === undefined} className="flex min-h-0 min-w-0 flex-col">
      <h2 className="mb-[0.4rem] text-[1.2rem] font-semibold">{title}</h2>
      {rows === null ? <p className="text-bad">{labels.failed}</p> : null}
      {rows?.length === 0 ? <p className="text-muted">{empty}</p> : null}
      <ul>{rows}</ul>
      {rest === null ? null : <p className="pt-[0.5rem] text-muted">{rest}</p>}
    </section>
  );
}

/** Returns the rows of a wall display's list; null if the query of its data failed, undefined while it loads. */
function rowsOf<T>(read: { readonly data: T | undefined; readonly isError: boolean }, draw: (data: T) => ReactNode[]) {
  return read.data === undefined ? (read.isError ? null : undefined) : draw(read.data);
}

const row = 'flex min-h-[3.5rem] items-center gap-4 border-b border-line leading-[1.2] last:border-0';
const name = 'min-w-0 flex-1 break-words';

export function WallAgentList() {
  const format = useRegionalFormat();
  const active = useActiveCalls({});
  const longWaitSeconds = useWorkspaceSettings().data?.thresholds.longWaitSeconds ?? 0;
  const now = useNow(getServerTimeMs);
  const { shown, rest } = fitWallListRows(groupLiveCallsByAgent(active.data?.items ?? [], now, longWaitSeconds));
  const restCalls = rest.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <List
      title={labels.perAgent}
      empty={labels.noActive}
      rows={rowsOf(active, () =>
        shown.map((agent) => (
          <li key={agent.id} className={row}>
            <span className={name}>
              {elideCampaignNameMiddle(agent.name ?? agent.id ?? labels.noAgent)}
              {agent.waiting > 0 ? (
                <span className="flex items-center gap-2 font-medium text-attention">
                  <TriangleAlert aria-hidden className="size-[1.1rem] shrink-0" />
                  {labels.waiting(format.count(agent.waiting))}
                </span>
              ) : null}
            </span>
            <span className="shrink-0 text-right text-muted tabular-nums">
              {formatDuration((now - agent.sinceMs) / 1_000)}
            </span>
            <span className="w-[3rem] shrink-0 text-right text-[1.6rem] font-semibold tabular-nums">
              {format.count(agent.calls)}
            </span>
          </li>
        )),
      )}
      rest={rest.length === 0 ? null : labels.moreAgents(format.count(rest.length), format.count(restCalls))}
    />
  );
}

export function WallCampaignList() {
  const format = useRegionalFormat();
  const campaigns = useCampaigns();
  const { shown, rest } = fitWallListRows(sortWallCampaigns(campaigns.data?.items ?? []));
  return (
    <List
      title={labels.campaigns}
      empty={labels.noCampaigns}
      rows={rowsOf(campaigns, () =>
        shown.map((campaign) => {
          const { totalRecipients, status } = campaign;
          const done = campaignProgressLabels.withResult(
            format.count(countRecipientsWithResult(campaign)),
            format.count(totalRecipients),
          );
          const percent = computePercent(countFinishedRecipients(campaign), totalRecipients);
          return (
            <li key={campaign.id} className={row}>
              <span className={name}>
                {elideCampaignNameMiddle(campaign.name)}
                <ProgressBar
                  percent={percent}
                  label={`${campaign.name}: ${done}`}
                  className="mt-[0.35rem] h-[0.35rem]"
                />
              </span>
              <span className="shrink-0 text-right whitespace-nowrap tabular-nums">
                {status === 'paused' ? (
                  <span className="flex items-center justify-end gap-2 font-medium text-attention">
                    <CirclePause aria-hidden className="size-[1.1rem]" />
                    {labels.paused}
                  </span>
                ) : null}
                {labels.progress(format.count(countFinishedRecipients(campaign)), format.count(totalRecipients))}
              </span>
            </li>
          );
        }),
      )}
      rest={rest.length === 0 ? null : labels.moreCampaigns(format.count(rest.length))}
    />
  );
}

const mostItems = 4;
/** Maximum number of characters of a text that fit two lines of a wall display's list. */
const longestText = 88;

/** Cuts a text at a word. */
const shorten = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText).replace(/\s+\S*$/u, '')}…`;

const looks = {
  bad: { Icon: CircleAlert, ink: 'text-bad' },
  attention: { Icon: TriangleAlert, ink: 'text-attention' },
} as const;

export function WallAttentionList() {
  const format = useRegionalFormat();
  const campaigns = useCampaigns();
  const alerts = useOpenAlerts();
  const webhook = useWebhookStatus();
  const metrics = useCopcMetrics({ timeRange: 'today' });
  const reads = [campaigns, alerts, webhook, metrics];
  const items = listAttentionItems({
    campaigns: campaigns.data?.items ?? [],
    alerts: alerts.data?.alerts ?? [],
    webhook: webhook.data?.status,
    metrics: metrics.data,
  });
  const { shown, rest } = fitWallListRows(items, mostItems);
  const isRead = reads.every(({ isPending }) => !isPending);
  const isFailed = items.length === 0 && reads.some(({ data, isError }) => isError && data === undefined);
  return (
    <List
      title={labels.attention}
      empty={labels.calm}
      rows={
        isFailed
          ? null
          : isRead
            ? shown.map((item) => {
                const { Icon, ink } = looks[item.severity];
                const { title, text } = describeAttentionItem(item, format);
                return (
                  <li key={item.key} className={row}>
                    <Icon aria-hidden className={`size-[1.4rem] shrink-0 ${ink}`} />
                    <span className={`${name} py-[0.3rem]`}>
                      <span className="block font-medium">
                        {item.kind === 'campaign' ? elideCampaignNameMiddle(title) : title}
                      </span>
                      <span className="block text-muted">{shorten(text)}</span>
                    </span>
                  </li>
                );
              })
            : undefined
      }
      rest={rest.length === 0 ? null : labels.moreItems(format.count(rest.length))}
    />
  );
}
