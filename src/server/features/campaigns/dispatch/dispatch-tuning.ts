/** Intervals of the campaign dispatcher in one place, so that tests can shorten them. */

/** Dispatcher's intervals in ms. The pace of dialling and the settle time are not set here. */
export interface DispatchTuning {
  /** Pause between two readings of a workspace's campaigns and open attempts, as long as there are any. */
  readonly surveyEveryMs: number;
  /** Pause between two rounds that resolve attempts whose outcome is unknown. */
  readonly resolveEveryMs: number;
  /** Shortest time between two look-ups of one attempt's call at the provider. */
  readonly lookupSpacingMs: number;
  /** Pause between two requests for the provider's number of free lines (concurrent calls). */
  readonly askLinesEveryMs: number;
  /** Pause before free lines are requested again after a call ended. On average a line is unused for half of it. */
  readonly askLinesSoonMs: number;
  /** First pause of dialling after the provider answered 'retry later'. It doubles with every such wave of answers. */
  readonly firstRestMs: number;
  /** Pause before the dispatch loop runs again after its first failure. */
  readonly firstRetryMs: number;
}

/** Values for production. */
export const dispatchTuning: DispatchTuning = {
  surveyEveryMs: 1_000,
  resolveEveryMs: 250,
  lookupSpacingMs: 250,
  askLinesEveryMs: 1_000,
  askLinesSoonMs: 20,
  firstRestMs: 500,
  firstRetryMs: 500,
};
