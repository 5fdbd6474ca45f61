/** How often the dispatcher looks, asks and tries again: its pauses in one place, so that tests need not wait them out. */

/** All in ms. How fast people are dialled, and when absence may be believed, is not set here. */
export interface DispatchTuning {
  /** Between two surveys of a workspace's work while there is some. */
  readonly surveyEveryMs: number;
  /** Between two looks at attempts whose fate is open. */
  readonly resolveEveryMs: number;
  /** Between two look-ups of one attempt, at least. */
  readonly lookupSpacingMs: number;
  /** Between two questions for the provider's free lines. */
  readonly askLinesEveryMs: number;
  /** The same when one became free: what it stays unused for, half of it on average, is lost to a campaign. */
  readonly askLinesSoonMs: number;
  /** The rest after the provider's first 'later', doubled with every wave. */
  readonly firstRestMs: number;
  /** Before the loop goes on after its first failure. */
  readonly firstRetryMs: number;
}

/** Production's own. */
export const dispatchTuning: DispatchTuning = {
  surveyEveryMs: 1_000,
  resolveEveryMs: 250,
  lookupSpacingMs: 250,
  askLinesEveryMs: 1_000,
  askLinesSoonMs: 20,
  firstRestMs: 500,
  firstRetryMs: 500,
};
