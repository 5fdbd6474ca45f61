/**
 * Live calls that this tab shows: the open call's lines, and the last two lines of each listed call. The socket sends
 * the server which calls are shown, again whenever it opens or the person's rights change.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { mergeLines, type LiveLine, type LiveState } from '../../contract/live-lines.ts';
import { mostListedCalls, type LiveTail, type RealtimeMessage } from '../../contract/realtime.ts';
import { hasCode } from './api-error.ts';
import { call } from './client.ts';
import { onServerMessage, sendToServer } from './socket-line.ts';
import { tabState } from './tab-state.ts';

/** `forbidden`: the workspace does not let this role read live calls. `failed`: the request to the server failed. */
export type LiveReadingState = LiveState | 'forbidden' | 'failed';

export interface LiveReading {
  readonly state: LiveReadingState;
  /** The lines in their order. */
  readonly lines: readonly LiveLine[];
}

/** Milliseconds before the server is asked for a row's lines, so that rows scrolled past cost nothing. */
const settleMs = 150;
const nothing: LiveReading = { state: 'connecting', lines: [] };

let open: { readonly callId: string; readonly isAllowed: boolean } | null = null;
let reading: LiveReading = nothing;
const tails = new Map<string, LiveTail>();
/** Number of components that show a call's last lines, by call id. */
const listed = new Map<string, number>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let endListening: (() => void) | null = null;

function show(): void {
  for (const listener of listeners) listener();
}

function tellServer(): void {
  timer = null;
  // The server sends a call's tail again only if the call had left the list, so its old tail is dropped.
  for (const callId of tails.keys()) if (!listed.has(callId)) tails.delete(callId);
  const listedCallIds = [...listed.keys()].slice(0, mostListedCalls);
  sendToServer({ type: 'watch_calls', openCallId: open?.isAllowed ? open.callId : null, listedCallIds });
}

function tellSoon(): void {
  timer ??= setTimeout(tellServer, settleMs);
}

function receive(message: RealtimeMessage): void {
  if (message.type === 'hello' || message.type === 'session_update' || message.type === 'workspace_update') tellSoon();
  if (!('workspaceId' in message) || message.workspaceId !== tabState().workspaceId) return;
  if (message.type === 'live_lines' && message.callId === open?.callId) {
    reading = { state: message.state, lines: mergeLines(reading.lines, message.lines) };
    show();
  } else if (message.type === 'live_tails') {
    for (const tail of message.tails) if (listed.has(tail.callId)) tails.set(tail.callId, tail);
    show();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  endListening ??= onServerMessage(receive);
  return () => void listeners.delete(listener);
}

async function openCall(callId: string): Promise<void> {
  open = { callId, isAllowed: false };
  reading = nothing;
  show();
  let state: LiveReadingState = 'connecting';
  try {
    await call('openLiveCall', { params: { id: callId } });
  } catch (error) {
    state = hasCode(error, 'live_unreadable') ? 'forbidden' : hasCode(error, 'call_over') ? 'ended' : 'failed';
  }
  if (open?.callId !== callId) return;
  open = { callId, isAllowed: state === 'connecting' };
  reading = { state, lines: [] };
  show();
  tellServer();
}

function closeCall(callId: string): void {
  if (open?.callId !== callId) return;
  open = null;
  reading = nothing;
  tellSoon();
}

/** Asks the server again for a live call that could not be opened. */
export function reopenCall(callId: string): void {
  void openCall(callId);
}

/** A live call's lines, while mounted and `isLive`. A tab follows one call: the one opened last. */
export function useLiveCall(callId: string, isLive: boolean): LiveReading {
  const shown = useSyncExternalStore(subscribe, () => (open?.callId === callId ? reading : nothing));
  useEffect(() => {
    if (!isLive) return undefined;
    void openCall(callId);
    return () => closeCall(callId);
  }, [callId, isLive]);
  return shown;
}

/** The last lines of a listed call while its row is in sight; null until they come. */
export function useLiveTail(callId: string, isInSight: boolean): LiveTail | null {
  const tail = useSyncExternalStore(subscribe, () => tails.get(callId) ?? null);
  useEffect(() => {
    if (!isInSight) return undefined;
    listed.set(callId, (listed.get(callId) ?? 0) + 1);
    tellSoon();
    return () => {
      const rest = (listed.get(callId) ?? 1) - 1;
      if (rest > 0) listed.set(callId, rest);
      else listed.delete(callId);
      tellSoon();
    };
  }, [callId, isInSight]);
  return tail;
}
