/**
 * Live calls that this tab shows: the one whose page is open, line by line, and those in a list, by their last two lines. The server is
 * told what is shown; it answers by the socket, and is told anew whenever the socket opens or the person's rights change.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { mergeLines, type LiveLine, type LiveState } from '../../contract/live-lines.ts';
import { mostListedCalls, type LiveTail, type RealtimeMessage } from '../../contract/realtime.ts';
import { hasCode } from './api-error.ts';
import { call } from './client.ts';
import { onServerMessage, say } from './socket-line.ts';
import { tabState } from './tab-state.ts';

/** `forbidden`: the workspace does not let this role read live calls. `failed`: the server could not be asked. */
export type LiveReadingState = LiveState | 'forbidden' | 'failed';

export interface LiveReading {
  readonly state: LiveReadingState;
  /** In their order. */
  readonly lines: readonly LiveLine[];
}

/** So long the server is not told of rows that only fly by. */
const settleMs = 150;
const nothing: LiveReading = { state: 'connecting', lines: [] };

let open: { readonly callId: string; readonly isAllowed: boolean } | null = null;
let reading: LiveReading = nothing;
const tails = new Map<string, LiveTail>();
/** How many components show a call's last lines. */
const listed = new Map<string, number>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let endListening: (() => void) | null = null;

function show(): void {
  for (const listener of listeners) listener();
}

function tellServer(): void {
  timer = null;
  const listedCallIds = [...listed.keys()].slice(0, mostListedCalls);
  say({ type: 'watch_calls', openCallId: open?.isAllowed ? open.callId : null, listedCallIds });
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

/** Asks the server again for a call whose opening failed. */
export function reopenCall(callId: string): void {
  void openCall(callId);
}

/** The live call's lines while mounted and `isLive`. One call a tab: the one opened last. */
export function useLiveCall(callId: string, isLive: boolean): LiveReading {
  const shown = useSyncExternalStore(subscribe, () => (open?.callId === callId ? reading : nothing));
  useEffect(() => {
    if (!isLive) return undefined;
    void openCall(callId);
    return () => closeCall(callId);
  }, [callId, isLive]);
  return shown;
}

/** The last lines of a call in a list, for as long as it is in sight; null before they came. */
export function useLiveTail(callId: string, isInSight: boolean): LiveTail | null {
  const tail = useSyncExternalStore(subscribe, () => tails.get(callId) ?? null);
  useEffect(() => {
    if (!isInSight) return undefined;
    listed.set(callId, (listed.get(callId) ?? 0) + 1);
    tellSoon();
    return () => {
      const rest = (listed.get(callId) ?? 1) - 1;
      if (rest > 0) listed.set(callId, rest);
      else {
        listed.delete(callId);
        tails.delete(callId);
      }
      tellSoon();
    };
  }, [callId, isInSight]);
  return tail;
}
