/** How far a call's conversation was scrolled while it was spoken, so that the finished one begins there. */
let kept: { readonly callId: string; readonly top: number } | null = null;

export function keepScroll(callId: string, top: number): void {
  kept = { callId, top };
}

/** Once; null: that call's conversation was not shown before. */
export function takeScroll(callId: string): number | null {
  const top = kept?.callId === callId ? kept.top : null;
  kept = null;
  return top;
}
