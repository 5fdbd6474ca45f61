/** Whether the guide of a workspace is open or done with, remembered in this browser. */
import { readStored, writeStored } from '../../hooks/local-storage.ts';

/** `open`: begun while the workspace was empty. `done`: closed, or the workspace was never empty. Null: not looked at yet. */
export type GuideState = 'open' | 'done' | null;

const storageKey = (workspaceId: string): string => `vocero.guide.${workspaceId}`;

export function readGuideState(workspaceId: string): GuideState {
  const stored = readStored(storageKey(workspaceId));
  return stored === 'open' || stored === 'done' ? stored : null;
}

export function writeGuideState(workspaceId: string, state: 'open' | 'done'): void {
  writeStored(storageKey(workspaceId), state);
}
