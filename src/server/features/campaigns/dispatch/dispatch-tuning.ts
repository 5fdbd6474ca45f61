/** Intervals of the campaign dispatcher, so that tests can shorten them. */

export interface DispatchTuning {
  /** Pause between two reads of a workspace's campaigns and open attempts, as long as there are any. */
  readonly surveyEveryMs: number;
  /** Pause between two rounds that resolve attempts whose outcome is unknown. */
  readonly resolveEveryMs: number;
  /** Shortest time between two look-ups of one attempt's call at the provider. */
  readonly lookupSpacingMs: number;
  /** Pause between two requests for the provider's number of concurrent calls. */
  readonly askLinesEveryMs: number;
  /** Pause after a call's end before the concurrent calls are read again. A line is idle for half of it on average. */
  readonly askLinesSoonMs: number;
  /** Length of the first pause in dialling after the provider responded 'retry later'. Each further one is doubled. */
  readonly firstRestMs: number;
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
