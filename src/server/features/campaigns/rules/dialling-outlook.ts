/** What a forecast of dialling is asked about (dialling-model.ts). */
import type { RetryLimits, RetryOutcome, RetryPolicy } from '../../../../contract/campaigns.ts';
import type { CampaignWindow } from '../../../../contract/settings.ts';
import type { DialingRules } from '../../settings/index.ts';
import type { RetriesUsed } from './recipient-state.ts';

/** How fast a workspace dials, all campaigns together. */
export interface Capacity {
  readonly callsPerSecond: number;
  /** Those that campaigns may use, and how many of them are free as it begins; null: they are no bound. */
  readonly lines: { readonly usable: number; readonly free: number } | null;
  /** How long a call has its line, from the order to its end: the mean. */
  readonly holdSeconds: number;
  /** The same as evenly spaced quantiles, the least first; null: the mean stands for all. */
  readonly lengths: readonly number[] | null;
}

export interface DayCalls {
  readonly perDay: number;
  /** Those of the day on which it begins that were made already. */
  readonly made: number;
}

/** People who wait to be called, in the order of the queue. */
export interface Waiting {
  readonly people: number;
  /** Not before then: at once where it has passed. Over `from` to `until` they come due evenly. */
  readonly from: Date;
  readonly until?: Date;
  /** Of each cause, how many retries they had. */
  readonly retriesUsed?: RetriesUsed;
}

export interface Outlook {
  readonly rules: DialingRules;
  readonly capacity: Capacity;
  readonly waiting: readonly Waiting[];
  /** Their calls are under way as it begins, and may yet cause retries. */
  readonly live?: number;
  /** Of each other campaign that dials now, who is left. */
  readonly othersLeft: readonly { readonly left: number; readonly weight: number }[];
  /** Of this one. */
  readonly weight: number;
  /** Calls that its numbers may make a day, all together; null or left out: any number of them. */
  readonly dayCalls?: DayCalls | null | undefined;
  /** Its own, within the workspace's. */
  readonly callingWindow?: CampaignWindow | null | undefined;
  /** Which rules of countries hold; null or left out: the strictest. */
  readonly kind?: string | null | undefined;
  /** Of its people: somebody is called while one of them is open. None: where the workspace is. */
  readonly places?: readonly string[];
  readonly retryPolicy: RetryPolicy;
  readonly retryLimits: RetryLimits;
  /** Of outbound calls, 0 to 1: how many end so. */
  readonly shares: OutcomeShares;
}

export type OutcomeShares = Readonly<Partial<Record<RetryOutcome, number>>>;
