/** An item of a live transcript, without id and time. `role` determines which other fields the item has. */
export interface SimulatedLiveTranscriptItemContent {
  role: string;
  content?: string;
  metadata?: Record<string, unknown>;
  [field: string]: unknown;
}

/** A transcript item in the provider's form. */
export interface SimulatedLiveTranscriptItem extends SimulatedLiveTranscriptItemContent {
  /** The transcript item's id. A later item with the same id replaces it. */
  id: string;
  /** The transcript item's time, in seconds from the start of the call. */
  time_sec: number;
}
