/**
 * Alert rules: pure functions of figures. An alert ends only when its figure is better than the threshold by a margin,
 * so that a fluctuating figure raises only one alert.
 * If the threshold was changed after the alert was raised, the margin does not apply.
 */
import type { Alert, AlertKind, ProviderServiceState } from '../../../contract/alerts.ts';
import type { AlertThresholds } from '../../../contract/settings.ts';

export type AlertDetails = Alert['details'];

/**
 * Finding of an alert rule: a condition that is true now. It raises an alert, unless an alert with the same kind and
 * subject is already open.
 */
export interface AlertFinding {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly details: AlertDetails;
}

export interface OpenAlert extends AlertFinding {
  readonly id: string;
  readonly raisedAt: Date;
}

export interface AlertRuleInputs {
  /** The workspace's alert thresholds; null until they are first saved. A threshold of 0 switches its alert off. */
  readonly thresholds: AlertThresholds | null;
  readonly callsOfLastHour: number;
  readonly today: { readonly finished: number; readonly succeeded: number };
  readonly waiting: { readonly calls: number; readonly longestSeconds: number };
  readonly pausedCampaigns: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
  /** Campaigns with attempts that recently became unconfirmed. */
  readonly unconfirmed: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  readonly webhook: WebhookSilenceAlertInputs;
  readonly provider: ProviderStatusAlertInputs;
  readonly isStorageFull: boolean;
  /**
   * Age in days of the uploaded file of the do-not-call registry (Registro Nacional No Llame); null if none was
   * uploaded.
   */
  readonly registryAgeDays: number | null;
  readonly hasAdmin: boolean;
  /**
   * Event webhooks that are paused because their deliveries failed. Only the URL's host is given, because the rest of
   * the URL may be secret.
   */
  readonly failingReceivers: readonly { readonly id: string; readonly host: string }[];
  /** Names of request fields that the provider refused in requests to place a call. */
  readonly refusedOrderFields: readonly string[];
}

export interface ProviderStatusAlertInputs {
  readonly status: ProviderServiceState;
  readonly description: string;
  /**
   * Time at which the provider's status page was last read successfully. Null if it was never read. As long as the page
   * is readable, this time is at most a minute ago.
   */
  readonly readAt: Date | null;
  /** Time at which the last alert about the provider's status ended; null if there was none. */
  readonly lastClearedAt: Date | null;
}

export interface WebhookSilenceAlertInputs {
  readonly lastEventAt: Date | null;
  readonly lastMissedAt: Date | null;
  /** Number of calls that have finished without a webhook since the provider's last webhook arrived. */
  readonly missedSince: number;
}

/** Number of finished calls that are needed before the success rate can raise an alert. */
export const minFinishedCallsForSuccessRateAlert = 20;
const fewestMissedCalls = 3;
const registryMaxAgeDays = 30;
const callsMargin = 0.9;
const percentMargin = 1;

export interface AlertDecisions {
  /** Alerts that the rules raise now. */
  readonly raise: AlertFinding[];
  /** Alerts that the rules clear now. */
  readonly clear: OpenAlert[];
  /** Open alerts whose figures have changed. */
  readonly recount: OpenAlert[];
}

export function decideAlerts(facts: AlertRuleInputs, open: readonly OpenAlert[]): AlertDecisions {
  const raise: AlertFinding[] = [];
  const clear: OpenAlert[] = [];
  const recount: OpenAlert[] = [];
  for (const kind of Object.keys(rules) as LastingKind[]) {
    const opened = open.filter((alert) => alert.kind === kind);
    const standing = rules[kind](facts, opened[0]);
    if (standing === null) continue;
    const isOpen = ({ subject }: Standing): boolean => opened.some((alert) => alert.subject === subject);
    raise.push(...standing.filter((each) => !isOpen(each)).map((each) => ({ kind, ...each })));
    clear.push(...opened.filter((alert) => !standing.some(({ subject }) => subject === alert.subject)));
    if (kind === 'attempt_unconfirmed') recount.push(...recounted(opened, standing));
  }
  return { raise, clear, recount };
}

type LastingKind = Exclude<AlertKind, 'duplicate_call' | 'unknown_reason' | 'call_attention' | 'silent_customer'>;
type Standing = Pick<AlertFinding, 'subject' | 'details'>;
/**
 * Rule for one kind of alert. Returns the alerts that should be open now. Returns null if this is unknown, so that open
 * alerts stay open.
 */
type Rule = (facts: AlertRuleInputs, open: OpenAlert | undefined) => readonly Standing[] | null;

function recounted(opened: readonly OpenAlert[], standing: readonly Standing[]): OpenAlert[] {
  return opened.flatMap((alert) => {
    const now = standing.find(({ subject }) => subject === alert.subject);
    return now && now.details['count'] !== alert.details['count'] ? [{ ...alert, details: now.details }] : [];
  });
}

const none: readonly Standing[] = [];
const one = (details: AlertDetails): readonly Standing[] => [{ subject: '', details }];
const wasRaisedBy = (open: OpenAlert | undefined, threshold: number): boolean =>
  open?.details['threshold'] === threshold;

const rules: Readonly<Record<LastingKind, Rule>> = {
  calls_per_hour({ thresholds, callsOfLastHour: calls }, open) {
    const threshold = thresholds?.callsPerHour ?? 0;
    if (threshold === 0) return none;
    const limit = wasRaisedBy(open, threshold) ? threshold * callsMargin : threshold;
    return calls > limit ? one({ calls, threshold }) : none;
  },
  success_percent({ thresholds, today: { finished, succeeded } }, open) {
    const threshold = thresholds?.successPercent ?? 0;
    if (threshold === 0 || finished < minFinishedCallsForSuccessRateAlert) return none;
    const percent = (100 * succeeded) / finished;
    const limit = wasRaisedBy(open, threshold) ? Math.min(100, threshold + percentMargin) : threshold;
    // Round the success rate down, so that a rate just below the threshold is not shown as equal to the threshold.
    return percent < limit ? one({ percent: Math.floor(percent * 10) / 10, finished, threshold }) : none;
  },
  long_wait({ thresholds, waiting: { calls, longestSeconds } }) {
    const threshold = thresholds?.longWaitSeconds ?? 0;
    return threshold > 0 && calls > 0 ? one({ calls, longestSeconds, threshold }) : none;
  },
  campaign_paused: ({ pausedCampaigns }) =>
    pausedCampaigns.map(({ id, name, reason }) => ({ subject: id, details: { campaignName: name, reason } })),
  webhook_silence({ webhook: { lastEventAt, lastMissedAt, missedSince } }, open) {
    if (open) return lastEventAt !== null && lastEventAt > open.raisedAt ? none : [open];
    const isSilent = lastMissedAt !== null && (lastEventAt === null || lastMissedAt > lastEventAt);
    const details = { missed: missedSince, lastEventAt: lastEventAt?.toISOString() ?? null };
    return isSilent && missedSince >= fewestMissedCalls ? one(details) : none;
  },
  provider_incident({ provider: { status, description, readAt, lastClearedAt } }, open) {
    // If another server opened or closed the alert after the status was read, the status is outdated and ignored.
    const isNews = readAt !== null && readAt >= (open?.raisedAt ?? lastClearedAt ?? readAt);
    if (status === 'unknown' || !isNews) return null;
    return status === 'operational' ? none : one({ status, description });
  },
  attempt_unconfirmed: ({ unconfirmed }) =>
    unconfirmed.map(({ id, name, count }) => ({ subject: id, details: { campaignName: name, count } })),
  storage_full: ({ isStorageFull }) => (isStorageFull ? one({}) : none),
  registry_stale: ({ registryAgeDays: days }) => (days !== null && days >= registryMaxAgeDays ? one({ days }) : none),
  no_admin: ({ hasAdmin }) => (hasAdmin ? none : one({})),
  event_webhook_failing: ({ failingReceivers }) =>
    failingReceivers.map(({ id, host }) => ({ subject: id, details: { host } })),
  order_field_refused: ({ refusedOrderFields }) =>
    refusedOrderFields.map((field) => ({ subject: field, details: { field } })),
};
