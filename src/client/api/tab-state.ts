/**
 * The workspace that this browser tab shows, and whether the session's current workspace is still the same. It is a
 * store outside React, because API requests also read it.
 */
import { useSyncExternalStore } from 'react';

export interface TabWorkspaceState {
  /** The tab's workspace, sent as X-Workspace-Id so that no request reaches another one. Null until known. */
  readonly workspaceId: string | null;
  /**
   * True if another tab switched the session to another workspace and this tab did not follow. This tab must then be
   * reloaded.
   */
  readonly mismatched: boolean;
}

let state: TabWorkspaceState = { workspaceId: null, mismatched: false };
const listeners = new Set<() => void>();

function update(next: TabWorkspaceState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const getTabWorkspaceState = (): TabWorkspaceState => state;

let expectedId: string | null = null;
let onSessionMoved: (workspaceId: string) => void = markTabWorkspaceMismatch;

/**
 * Announces to which workspace this tab is switching, so that the switch is not mistaken for another tab's. Null ends
 * the announcement.
 */
export function setExpectedTabWorkspace(workspaceId: string | null): void {
  expectedId = workspaceId;
}

/** Sets the listener for a switch of the session's workspace by another tab. The returned function removes it. */
export function setSessionWorkspaceListener(listener: (workspaceId: string) => void): () => void {
  onSessionMoved = listener;
  return () => {
    onSessionMoved = markTabWorkspaceMismatch;
  };
}

/**
 * Compares the tab's workspace with the session's, which the WebSocket announces. If they differ, calls the listener.
 */
export function notifyIfSessionWorkspaceDiffers(workspaceId: string): void {
  if (workspaceId === state.workspaceId) setTabWorkspace(workspaceId);
  else if (state.workspaceId !== null && workspaceId !== expectedId) onSessionMoved(workspaceId);
}

/** Sets the workspace that this tab shows, and clears `mismatched`, so that the console no longer offers a reload. */
export function setTabWorkspace(workspaceId: string | null): void {
  if (state.workspaceId !== workspaceId || state.mismatched) update({ workspaceId, mismatched: false });
}

/** Marks the tab's workspace as different from the session's, so that the console offers a reload. */
export function markTabWorkspaceMismatch(): void {
  if (!state.mismatched && expectedId === null) update({ ...state, mismatched: true });
}

/** Calls the listener after every change of the tab's workspace. Returns the function that unsubscribes it. */
export function subscribeToTabWorkspace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTabWorkspaceState(): TabWorkspaceState {
  return useSyncExternalStore(subscribeToTabWorkspace, getTabWorkspaceState);
}
