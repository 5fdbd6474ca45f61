/**
 * When an alert stands: pure rules over facts that were read before. An incident ends a little beyond the threshold by
 * which it began, so that a figure that hovers there is told once; another threshold judges anew, without that margin.
 */
import type { Alert, AlertKind, ServiceState } from '../../../contract/alerts.ts';
import type { Thresholds } from '../../../contract/settings.ts';

export type AlertDetails = Alert['details'];

/** Something that stands now and is told while nothing of the same kind and subject is open. */
export interface Finding {
  readonly kind: AlertKind;
  readonly subject: string;
  readonly details: AlertDetails;
}

export interface OpenAlert extends Finding {
  readonly id: string;
  readonly raisedAt: Date;
}

export interface AlertFacts {
  /** Null until thresholds were saved once; a figure whose threshold is 0 is not read. */
  readonly thresholds: Thresholds | null;
  readonly callsOfLastHour: number;
  readonly today: { readonly finished: number; readonly succeeded: number };
  readonly waiting: { readonly calls: number; readonly longestSeconds: number };
  readonly pausedCampaigns: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
  /** Campaigns with attempts that were left unconfirmed lately. */
  readonly unconfirmed: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  readonly webhook: WebhookFacts;
  readonly provider: ProviderFacts;
  readonly isStorageFull: boolean;
  /** Whole days since the date of the registry's file; null: there is none. */
  readonly registryAgeDays: number | null;
  /** Somebody who may sign in is an admin of the workspace. */
  readonly hasAdmin: boolean;
  /** Receivers of events that were paused because they took none. Hosts: the rest of an address may be a secret. */
  readonly failingReceivers: readonly { readonly id: string; readonly host: string }[];
  /** Fields of orders that the account's API refused by name. */
  readonly refusedOrderFields: readonly string[];
}

export interface ProviderFacts {
  readonly status: ServiceState;
  readonly description: string;
  /** When the status page was read: each server remembers its reading for a minute. Null: it never could be. */
  readonly readAt: Date | null;
  /** When the last incident of the provider ended, if there was one. */
  readonly lastClearedAt: Date | null;
}

export interface WebhookFacts {
  readonly lastEventAt: Date | null;
  readonly lastMissedAt: Date | null;
  /** Calls that are over and of which no webhook told since the last event. */
  readonly missedSince: number;
}

/** Finished calls from which on a rate says something. */
export const fewestFinishedCalls = 20;
const fewestMissedCalls = 3;
const registryMaxAgeDays = 30;
const callsMargin = 0.9;
const percentMargin = 1;

export interface Judgement {
  /** Incidents that begin. */
  readonly raise: Finding[];
  /** Incidents that are over. */
  readonly clear: OpenAlert[];
  /** Incidents that go on, with the figures of now. */
  readonly recount: OpenAlert[];
}

/** What is to be told. */
export function judge(facts: AlertFacts, open: readonly OpenAlert[]): Judgement {
  const raise: Finding[] = [];
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
type Standing = Pick<Finding, 'subject' | 'details'>;
/** Null: it can't be known now, and what is open stays open. */
type Rule = (facts: AlertFacts, open: OpenAlert | undefined) => readonly Standing[] | null;

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
    if (threshold === 0 || finished < fewestFinishedCalls) return none;
    const percent = (100 * succeeded) / finished;
    const limit = wasRaisedBy(open, threshold) ? Math.min(100, threshold + percentMargin) : threshold;
    // Rounded down, so that a rate just below the threshold doesn't read like the threshold.
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
    // What a server read before another opened or closed the incident by what it read says nothing about it.
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
