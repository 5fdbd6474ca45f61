/**
 * What this tab knows about itself: which workspace it shows, and whether that still is the session's.
 * Requests and query keys read it; session/ sets it. A store outside React, because requests run outside it too.
 */
import { useSyncExternalStore } from 'react';

export interface TabState {
  /** Sent as X-Workspace-Id, so that a second tab never acts on the wrong workspace. Null: none is known yet. */
  readonly workspaceId: string | null;
  /** Another tab switched the session's workspace, and this one could not follow: nothing works here until a reload. */
  readonly mismatched: boolean;
}

let state: TabState = { workspaceId: null, mismatched: false };
const listeners = new Set<() => void>();

function update(next: TabState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const tabState = (): TabState => state;

let expectedId: string | null = null;
let onSessionMoved: (workspaceId: string) => void = markMismatched;

/** This tab is on its way to that workspace: neither the news of it nor a refusal on the way is a mismatch. Null: no longer. */
export function expectWorkspace(workspaceId: string | null): void {
  expectedId = workspaceId;
}

/** Who decides what to do once the session's workspace is another than this tab shows; the answer ends it. */
export function whenSessionWorkspaceMoves(listener: (workspaceId: string) => void): () => void {
  onSessionMoved = listener;
  return () => {
    onSessionMoved = markMismatched;
  };
}

/** The session's workspace, as the socket tells it. */
export function noteSessionWorkspace(workspaceId: string): void {
  if (workspaceId === state.workspaceId) showWorkspace(workspaceId);
  else if (state.workspaceId !== null && workspaceId !== expectedId) onSessionMoved(workspaceId);
}

/** This tab shows that workspace from now on; clears a mismatch. */
export function showWorkspace(workspaceId: string | null): void {
  if (state.workspaceId !== workspaceId || state.mismatched) update({ workspaceId, mismatched: false });
}

/** The server refused this tab's workspace, or the tab may not leave what was typed in it. */
export function markMismatched(): void {
  if (!state.mismatched && expectedId === null) update({ ...state, mismatched: true });
}

/** Calls back after every change; the answer ends it. */
export function subscribeToTabState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTabState(): TabState {
  return useSyncExternalStore(subscribeToTabState, tabState);
}
