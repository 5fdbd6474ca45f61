/**
 * Live transcripts in this tab: all lines of the open call, and the last two lines of each listed call. Over the
 * WebSocket, the tab sends the server the ids of these calls. It sends them again after a reconnection or a change of
 * the user's rights.
 */
import { useEffect, useSyncExternalStore } from 'react';
import {
  mergeLiveTranscriptLines,
  type LiveTranscriptLine,
  type TranscriptStreamState,
} from '../../contract/live-lines.ts';
import { maxWatchedListedLiveCalls, type LiveTranscriptTail, type RealtimeMessage } from '../../contract/realtime.ts';
import { isApiErrorWithCode } from './api-error.ts';
import { callApi } from './client.ts';
import { subscribeToServerMessages, sendSocketMessage } from './socket-line.ts';
import { getTabWorkspaceState } from './tab-state.ts';

/** State of a live transcript. `forbidden`: the user's role may not read it. `failed`: the request failed. */
export type LiveTranscriptState = TranscriptStreamState | 'forbidden' | 'failed';

export interface LiveCallTranscript {
  readonly state: LiveTranscriptState;
  /** The lines in their order. */
  readonly lines: readonly LiveTranscriptLine[];
}

/** Delay in ms before a list row's live transcript is requested, so that rows scrolled past cause no request. */
const settleMs = 150;
const nothing: LiveCallTranscript = { state: 'connecting', lines: [] };

let open: { readonly callId: string; readonly isAllowed: boolean } | null = null;
let reading: LiveCallTranscript = nothing;
const tails = new Map<string, LiveTranscriptTail>();
/** Key: id of a live call. Value: number of mounted components that show the call's last transcript lines. */
const listed = new Map<string, number>();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let endListening: (() => void) | null = null;

function show(): void {
  for (const listener of listeners) listener();
}

function tellServer(): void {
  timer = null;
  // Drop the transcript lines of calls that are no longer listed. The server resends them if a call returns.
  for (const callId of tails.keys()) if (!listed.has(callId)) tails.delete(callId);
  const listedCallIds = [...listed.keys()].slice(0, maxWatchedListedLiveCalls);
  sendSocketMessage({ type: 'watch_calls', openCallId: open?.isAllowed ? open.callId : null, listedCallIds });
}

function tellSoon(): void {
  timer ??= setTimeout(tellServer, settleMs);
}

function receive(message: RealtimeMessage): void {
  if (message.type === 'hello' || message.type === 'session_update' || message.type === 'workspace_update') tellSoon();
  if (!('workspaceId' in message) || message.workspaceId !== getTabWorkspaceState().workspaceId) return;
  if (message.type === 'live_lines' && message.callId === open?.callId) {
    reading = { state: message.state, lines: mergeLiveTranscriptLines(reading.lines, message.lines) };
    show();
  } else if (message.type === 'live_tails') {
    for (const tail of message.tails) if (listed.has(tail.callId)) tails.set(tail.callId, tail);
    show();
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  endListening ??= subscribeToServerMessages(receive);
  return () => void listeners.delete(listener);
}

async function openCall(callId: string): Promise<void> {
  open = { callId, isAllowed: false };
  reading = nothing;
  show();
  let state: LiveTranscriptState = 'connecting';
  try {
    await callApi('openLiveCall', { params: { id: callId } });
  } catch (error) {
    state = isApiErrorWithCode(error, 'live_unreadable')
      ? 'forbidden'
      : isApiErrorWithCode(error, 'call_over')
        ? 'ended'
        : 'failed';
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

/** Requests a live call's transcript again after the first request failed. */
export function retryLiveTranscript(callId: string): void {
  void openCall(callId);
}

/**
 * React hook: the transcript of a live call, updated while the component is mounted and `isLive`. Each tab follows only
 * one call at a time.
 */
export function useLiveTranscript(callId: string, isLive: boolean): LiveCallTranscript {
  const shown = useSyncExternalStore(subscribe, () => (open?.callId === callId ? reading : nothing));
  useEffect(() => {
    if (!isLive) return undefined;
    void openCall(callId);
    return () => closeCall(callId);
  }, [callId, isLive]);
  return shown;
}

/** React hook: the last transcript lines of a call in a list, while its row is visible; null until they arrive. */
export function useLastTranscriptLines(callId: string, isInSight: boolean): LiveTranscriptTail | null {
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
