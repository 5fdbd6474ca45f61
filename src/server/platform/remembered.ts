/**
 * Caches the workspace data that every webhook needs, for 5 seconds. Simultaneous callers share one read, and failed
 * reads are not cached.
 */
import type { Clock } from './clock.ts';

export interface PerWorkspaceCache<T> {
  /** Returns the cached value of a workspace. If there is none, reads and caches it. Throws the errors of reading. */
  read(workspaceId: string): Promise<T>;
  forget(workspaceId: string): void;
}

const rememberMs = 5_000;

export function createPerWorkspaceCache<T>(
  find: (workspaceId: string) => Promise<T>,
  clock: Clock,
): PerWorkspaceCache<T> {
  const remembered = new Map<string, { readonly untilMs: number; readonly found: Promise<T> }>();

  function readAnew(workspaceId: string): Promise<T> {
    const found = find(workspaceId);
    const reading = { untilMs: clock.monotonicMs() + rememberMs, found };
    remembered.set(workspaceId, reading);
    found.catch(() => {
      if (remembered.get(workspaceId) === reading) remembered.delete(workspaceId);
    });
    return found;
  }

  return {
    read(workspaceId) {
      const known = remembered.get(workspaceId);
      return known && clock.monotonicMs() < known.untilMs ? known.found : readAnew(workspaceId);
    },
    forget: (workspaceId) => void remembered.delete(workspaceId),
  };
}
