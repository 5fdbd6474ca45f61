/** Intervals of the campaign dispatcher. They are parameters, so that tests can shorten them. */

export interface DispatchTuning {
  /** Pause in ms between two reads of a workspace's campaigns and open attempts, as long as there are any. */
  readonly surveyEveryMs: number;
  /** Pause in ms between two rounds that resolve attempts whose outcome is unknown. */
  readonly resolveEveryMs: number;
  /** Shortest time in ms between two look-ups of one attempt's call at the provider. */
  readonly lookupSpacingMs: number;
  /** Pause in ms between two requests for the provider's number of concurrent calls. */
  readonly askLinesEveryMs: number;
  /**
   * Shorter pause in ms between two requests for the provider's number of concurrent calls, used if a call has ended in
   * between. A freed phone line can thus be used again soon.
   */
  readonly askLinesSoonMs: number;
  /**
   * Length in ms of the first pause in dialling after the provider responded 'retry later'. Each further pause is twice
   * as long.
   */
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
