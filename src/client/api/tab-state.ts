/**
 * The tab's state: which workspace it shows, and whether the session still has the same one. Requests and query keys
 * read it, session/ sets it. The store is outside React because requests run outside it too.
 */
import { useSyncExternalStore } from 'react';

export interface TabState {
  /** The tab's workspace, sent as X-Workspace-Id so that no tab acts on the wrong one. Null until it is known. */
  readonly workspaceId: string | null;
  /** True if another tab switched the session's workspace and this one could not follow: only a reload helps. */
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

/** Announces that this tab is switching to a workspace, so that its news is no mismatch. Null ends that. */
export function announceWorkspaceSwitch(workspaceId: string | null): void {
  expectedId = workspaceId;
}

/** Sets the listener for a session whose workspace differs from the tab's. The returned function removes it. */
export function whenSessionWorkspaceMoves(listener: (workspaceId: string) => void): () => void {
  onSessionMoved = listener;
  return () => {
    onSessionMoved = markMismatched;
  };
}

/** Takes note of the session's workspace, as the socket announces it. */
export function noteSessionWorkspace(workspaceId: string): void {
  if (workspaceId === state.workspaceId) showWorkspace(workspaceId);
  else if (state.workspaceId !== null && workspaceId !== expectedId) onSessionMoved(workspaceId);
}

/** Makes this tab show a workspace, and clears a mismatch. */
export function showWorkspace(workspaceId: string | null): void {
  if (state.workspaceId !== workspaceId || state.mismatched) update({ workspaceId, mismatched: false });
}

/** Marks the tab as mismatched: the server refused its workspace, or unsaved work keeps the tab in its own. */
export function markMismatched(): void {
  if (!state.mismatched && expectedId === null) update({ ...state, mismatched: true });
}

/** Calls the listener after every change, until the returned function is called. */
export function subscribeToTabState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTabState(): TabState {
  return useSyncExternalStore(subscribeToTabState, tabState);
}
