/** Keeps the scroll position of a live transcript, so that the final transcript opens at the same place. */
let kept: { readonly callId: string; readonly top: number } | null = null;

export function storeLiveTranscriptScroll(callId: string, top: number): void {
  kept = { callId, top };
}

/** Returns and clears the scroll position of the call's live transcript; null if it was not shown. */
export function takeLiveTranscriptScroll(callId: string): number | null {
  const top = kept?.callId === callId ? kept.top : null;
  kept = null;
  return top;
}
