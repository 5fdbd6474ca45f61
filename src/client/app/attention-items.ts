/** Items of the card 'Requiere atención': paused campaigns, open alerts, missing webhooks, missed targets. Pure. */
import type { Alert } from '../../contract/alerts.ts';
import type { Campaign } from '../../contract/campaigns.ts';
import type { CopcReport } from '../../contract/copc.ts';
import { copcMetrics } from '../../contract/regional.ts';
import { findAlertSeverity, type AlertSeverity } from '../../labels/alerts-es.ts';
import { findCopcBandOfRoundedValue } from '../features/copc/metric-figures.ts';

export type AttentionItem = { readonly key: string; readonly severity: AlertSeverity } & (
  | { readonly kind: 'campaign'; readonly campaign: Campaign }
  | { readonly kind: 'alert'; readonly alert: Alert }
  | { readonly kind: 'webhook' | 'noEventYet' }
  | { readonly kind: 'targets'; readonly missed: number; readonly known: number }
);

interface Now {
  readonly campaigns: readonly Campaign[];
  /** The alerts that still go on. */
  readonly alerts: readonly Alert[];
  /** State of the provider's webhooks; undefined if it could not be fetched. */
  readonly webhook: 'connected' | 'waiting' | 'silent' | undefined;
  /** Today's call-quality metrics; undefined if they could not be fetched. */
  readonly metrics: CopcReport | undefined;
}

const webhookItems = {
  connected: null,
  waiting: { kind: 'noEventYet', severity: 'attention' },
  silent: { kind: 'webhook', severity: 'bad' },
} as const;

/**
 * Returns the problems that need a person's attention, failures first: paused campaigns, missing webhook events, open
 * alerts and missed targets.
 */
export function listAttentionItems({ campaigns, alerts, webhook, metrics }: Now): readonly AttentionItem[] {
  const noEvents = webhook && webhookItems[webhook];
  const paused = campaigns.filter(({ status }) => status === 'paused');
  const pausedIds = new Set(paused.map(({ id }) => id));
  const bands = metrics
    ? copcMetrics.flatMap(
        (metric) => findCopcBandOfRoundedValue(metric, metrics[metric].value, metrics.targets[metric]) ?? [],
      )
    : [];
  const missed = bands.filter((band) => band !== 'excellent').length;
  const items: readonly AttentionItem[] = [
    ...paused.map((campaign) => ({
      kind: 'campaign' as const,
      key: campaign.id,
      severity: campaign.pauseReason === 'person' ? ('attention' as const) : ('bad' as const),
      campaign,
    })),
    ...(noEvents ? [{ ...noEvents, key: 'webhook' }] : []),
    ...alerts
      .filter(
        ({ kind, subject }) =>
          !(kind === 'campaign_paused' && pausedIds.has(subject)) && !(kind === 'webhook_silence' && noEvents),
      )
      .map((alert) => ({ kind: 'alert' as const, key: alert.id, severity: findAlertSeverity(alert.kind), alert })),
    ...(missed > 0
      ? [{ kind: 'targets' as const, key: 'targets', severity: 'attention' as const, missed, known: bands.length }]
      : []),
  ];
  return [
    ...items.filter(({ severity }) => severity === 'bad'),
    ...items.filter(({ severity }) => severity === 'attention'),
  ];
}
