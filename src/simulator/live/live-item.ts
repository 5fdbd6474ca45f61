/** An item of the transcript without its place; the fields after these depend on the role. */
export interface LiveItemContent {
  role: string;
  content?: string;
  metadata?: Record<string, unknown>;
  [field: string]: unknown;
}

/** An item of the transcript as the provider sends it. */
export interface LiveItem extends LiveItemContent {
  /** A later item with this id replaces an earlier one. */
  id: string;
  /** Seconds from the start of the call. */
  time_sec: number;
}
