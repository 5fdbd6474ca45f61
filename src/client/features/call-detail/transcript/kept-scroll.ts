/** Scroll position of a live conversation, so that the finished transcript opens at the same place. */
let kept: { readonly callId: string; readonly top: number } | null = null;

export function keepScroll(callId: string, top: number): void {
  kept = { callId, top };
}

/** Returns the kept position once; null if that call's live conversation was not shown. */
export function takeScroll(callId: string): number | null {
  const top = kept?.callId === callId ? kept.top : null;
  kept = null;
  return top;
}
