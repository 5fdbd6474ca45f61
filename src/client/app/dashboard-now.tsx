/** The dashboard's section on running campaigns and on current problems that require attention. */
import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useCampaigns, useCopcMetrics, useOpenAlerts, useWebhookStatus } from '../api/queries.ts';
import type { CampaignActionToConfirm } from '../features/campaigns/campaign-dialogs.tsx';
import { writeLocalStorage } from '../hooks/local-storage.ts';
import { AttentionCard } from './attention-card.tsx';
import { listAttentionItems } from './attention-items.ts';
import { lazyWithIdlePreload } from '../ui/idle-code.ts';
import { createLazyComponent } from '../ui/lazy-part.tsx';

/**
 * The code of the running campaigns is a separate chunk, so that the problems that need attention can be shown before
 * it is loaded.
 */
const campaignsNow = createLazyComponent(() => import('../features/campaigns/campaigns-now.tsx'));

/** Loads the code of the campaign dialogs when the browser is idle, or when the first dialog is opened. */
const CampaignWindows = lazyWithIdlePreload(async () => ({
  default: (await import('../features/campaigns/campaign-windows.tsx')).CampaignDetailAndConfirmDialogs,
}));

interface DashboardNowProps {
  /**
   * localStorage key for the height of the dashboard's section on current calls and campaigns. The next page load
   * reserves that height.
   */
  readonly heightKey: string;
  /** Placeholder until everything is read. */
  readonly waiting: ReactNode;
}

export default function DashboardCurrentActivitySection({ heightKey, waiting }: DashboardNowProps) {
  const campaigns = useCampaigns();
  const alerts = useOpenAlerts();
  const webhook = useWebhookStatus();
  const metrics = useCopcMetrics({ timeRange: 'today' });
  const [asked, setAsked] = useState<CampaignActionToConfirm | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  if (asked !== null && !wasAsked) setWasAsked(true);
  const box = useRef<HTMLDivElement>(null);
  const reads = [campaigns, alerts, webhook, metrics];
  const isRead = reads.every(({ isPending }) => !isPending);
  useLayoutEffect(() => {
    if (isRead) writeLocalStorage(heightKey, String(box.current?.offsetHeight ?? 0));
  });
  if (!isRead) return waiting;

  const all = campaigns.data?.items ?? [];
  const running = all.filter(({ status }) => status === 'in_progress');
  const items = listAttentionItems({
    campaigns: all,
    alerts: alerts.data?.alerts ?? [],
    webhook: webhook.data?.status,
    metrics: metrics.data,
  });
  const failed = reads.filter(({ data }) => data === undefined);
  const isCalm = items.length === 0 && failed.length === 0;
  return (
    <>
      {running.length === 0 && isCalm ? null : (
        <div
          ref={box}
          className={`grid gap-x-8 gap-y-4 lg:gap-y-6 ${running.length === 0 || isCalm ? '' : 'xl:grid-cols-2 xl:items-start'}`}
        >
          {running.length === 0 ? null : <campaignsNow.Part campaigns={running} onAsk={setAsked} fallback={waiting} />}
          {isCalm ? null : (
            <AttentionCard
              items={items}
              onAsk={setAsked}
              onRetry={failed.length === 0 ? null : () => void Promise.all(failed.map(({ refetch }) => refetch()))}
            />
          )}
        </div>
      )}
      {wasAsked ? (
        <Suspense fallback={null}>
          <CampaignWindows campaigns={all} asked={asked} onAsk={setAsked} />
        </Suspense>
      ) : null}
    </>
  );
}
