/** An item of the transcript as the provider sends it; the fields after these depend on the role. */
export interface LiveItem {
  /** A later item with this id replaces an earlier one. */
  id: string;
  role: string;
  /** Seconds from the start of the call. */
  time_sec: number;
  content?: string;
  metadata?: Record<string, unknown>;
  [field: string]: unknown;
}
