/** Identical reads under way are one: a workspace that a hundred screens look at costs one query a change. */
import type { RouteName } from '../../contract/routes.ts';
import type { Revisions } from './revisions.ts';

export interface SharedReads {
  /**
   * What `read` answers, or what the same read of the same revision, begun before and not yet done, will answer: then
   * several get one object, which none may change.
   */
  readonly share: <T>(workspaceId: string, name: RouteName, query: unknown, read: () => Promise<T>) => Promise<T>;
}

export function createSharedReads(revisions: Pick<Revisions, 'revisionOf'>): SharedReads {
  const underWay = new Map<string, Promise<unknown>>();
  return {
    share<T>(workspaceId: string, name: RouteName, query: unknown, read: () => Promise<T>): Promise<T> {
      const key = JSON.stringify([workspaceId, name, query, revisions.revisionOf(workspaceId)]);
      const known = underWay.get(key);
      if (known) return known as Promise<T>;
      const reading = read().finally(() => underWay.delete(key));
      underWay.set(key, reading);
      return reading;
    },
  };
}
