/**
 * What this tab knows about itself: which workspace it shows, and whether that still is the session's.
 * Requests and query keys read it; session/ sets it. A store outside React, because requests run outside it too.
 */
import { useSyncExternalStore } from 'react';

export interface TabState {
  /** Sent as X-Workspace-Id, so that a second tab never acts on the wrong workspace. Null: none is known yet. */
  readonly workspaceId: string | null;
  /** Another tab switched the session's workspace: nothing works here until a reload. */
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

/** This tab is about to switch to that workspace itself: the news of it is no mismatch. Null: no longer. */
export function expectWorkspace(workspaceId: string | null): void {
  expectedId = workspaceId;
}

/** The session's workspace, as the socket tells it: another than this tab shows or awaits is a mismatch. */
export function noteSessionWorkspace(workspaceId: string): void {
  if (state.workspaceId !== null && workspaceId !== state.workspaceId && workspaceId !== expectedId) markMismatched();
}

/** This tab shows that workspace from now on; clears a mismatch. */
export function showWorkspace(workspaceId: string | null): void {
  if (state.workspaceId !== workspaceId || state.mismatched) update({ workspaceId, mismatched: false });
}

export function markMismatched(): void {
  if (!state.mismatched) update({ ...state, mismatched: true });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTabState(): TabState {
  return useSyncExternalStore(subscribe, tabState);
}
